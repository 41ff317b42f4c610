import { SUPPRESS_FIELD, type ReminderPageContent } from '@app/contracts/public-page.ts'
import type { Assets } from '../assets.ts'
import { Head } from '../Head.tsx'
import { PoweredBy } from '../view/PoweredBy.tsx'
import { Rings } from '../view/Rings.tsx'
import type { StyleSheet } from '../styles/style-sheet.ts'
import { PRESETS } from '../view/styles/themes.ts'
import { YourDataLink } from '../YourDataLink.tsx'
import { ALL_BUTTON, reminderTexts, type ReminderTexts } from './reminder-texts.ts'

interface Props {
  readonly page: ReminderPageContent
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

/** Page of a mail's link: a question whose answer is a POST to the same address, or the outcome. */
export function ReminderPage({ page, publicUrl, assets, sheet }: Props) {
  const texts = reminderTexts(page)
  const preview = {
    title: texts.title,
    description: texts.text ?? texts.title,
    // Not the page's own address, which holds a token.
    url: `${publicUrl}/`,
    type: 'website',
    listed: false,
  } as const
  return (
    <html lang="es-CL">
      <Head
        preview={preview}
        chrome={PRESETS.blue.background}
        darkChrome={PRESETS.dark.background}
        sheet={sheet}
        assets={assets}
      />
      <body className="neutral">
        <main className="column lost">
          <Rings small />
          <h1>{texts.title}</h1>
          {texts.text !== undefined && <p>{texts.text}</p>}
          <Question {...texts} />
          <YourDataLink />
          <PoweredBy home={`${publicUrl}/`} />
        </main>
      </body>
    </html>
  )
}

function Question({ button, offersAll }: ReminderTexts) {
  if (button === undefined && !offersAll) return null
  return (
    <form className="asked" method="post">
      {button !== undefined && (
        <button type="submit" className="go">
          {button}
        </button>
      )}
      {offersAll && (
        <button type="submit" className="all" name={SUPPRESS_FIELD} value="stop">
          {ALL_BUTTON}
        </button>
      )}
    </form>
  )
}
