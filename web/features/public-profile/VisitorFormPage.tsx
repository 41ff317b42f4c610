import { isolated } from '@app/contracts/fields/isolated.ts'
import { IDENTIFY_CONSENT, SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { FORM_ID_FIELD, type VisitorFormPageContent } from '@app/contracts/public-page.ts'
import { ConsentLine } from '../../ui/ConsentLine.tsx'
import type { Assets } from './assets.ts'
import { firstName } from './first-name.ts'
import { Head } from './Head.tsx'
import { FORM_TEXTS } from './parts/form-texts.ts'
import { IdentifyFields } from './parts/IdentifyFields.tsx'
import { RemindFields } from './parts/RemindFields.tsx'
import type { StyleSheet } from './styles/style-sheet.ts'
import { displayName, shortName } from '@app/contracts/fields/display-name.ts'
import { Rings } from './view/Rings.tsx'
import { YourDataLink } from './YourDataLink.tsx'

interface Props {
  readonly page: VisitorFormPageContent
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

/** A form of the profile as a page of its own, for browsers without scripts; then its outcome. */
export function VisitorFormPage({ page, publicUrl, assets, sheet }: Props) {
  const { form, profile, state } = page
  const owner = isolated(shortName(profile))
  const back = <a href={`/pages/${encodeURIComponent(profile.slug)}`}>Volver al perfil de {owner}</a>
  const { title, lead } = FORM_TEXTS[form]
  const shown = state.kind === 'asked' ? title : doneText(state)
  const preview = {
    title: `${shown} · ${owner}`,
    description: lead(owner),
    url: `${publicUrl}/`,
    type: 'website',
    listed: false,
  } as const
  return (
    <html lang="es-CL" data-profile-theme="blue">
      <Head preview={preview} chrome="#FFFFFF" sheet={sheet} assets={assets} />
      <body className="neutral">
        <link rel="stylesheet" href={assets.laterPath} />
        {state.kind === 'asked' ? (
          <main className="column alone">
            {back}
            <h1>{title}</h1>
            <p className="lead">{lead(owner)}</p>
            <AskedForm form={form} state={state} responsible={isolated(displayName(profile))} />
            <YourDataLink />
          </main>
        ) : (
          <main className="column lost">
            <Rings small />
            <h1>{shown}</h1>
            {back}
            <YourDataLink />
          </main>
        )}
      </body>
    </html>
  )
}

type State = VisitorFormPageContent['state']
type Asked = Extract<State, { kind: 'asked' }>

const doneText = (state: Exclude<State, Asked>): string =>
  state.kind === 'reminded' ? state.message : `¡Gracias, ${firstName(state.name)}!`

interface AskedFormProps {
  readonly form: VisitorFormPageContent['form']
  readonly state: Asked
  readonly responsible: string
}

function AskedForm({ form, state, responsible }: AskedFormProps) {
  return (
    // The server checks the fields, in Spanish and with the same texts as the dialogs.
    <form method="post" noValidate>
      {state.problem !== undefined && (
        <p className="failed" role="alert">
          {state.problem}
        </p>
      )}
      <input type="hidden" name={FORM_ID_FIELD} value={state.formId} />
      {form === 'remind' ? <RemindFields again={state} /> : <IdentifyFields again={state} />}
      <button type="submit" className="go">
        {FORM_TEXTS[form].button}
      </button>
      <ConsentLine
        version={form === 'remind' ? SUBSCRIBE_CONSENT : IDENTIFY_CONSENT}
        owner={responsible}
        className="consent"
      />
    </form>
  )
}
