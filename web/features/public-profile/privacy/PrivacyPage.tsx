import { PRIVACY_LINK, YOUR_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { privacyWith, type PrivacySection } from '@app/contracts/privacy/privacy-page.ts'
import type { RetentionPeriods } from '@app/contracts/privacy/retention-periods.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { REGISTRY } from '@app/contracts/registry.ts'
import { EmailText } from '../../../ui/people/EmailText.tsx'
import type { Assets } from '../assets.ts'
import { Head } from '../Head.tsx'
import type { StyleSheet } from '../styles/style-sheet.ts'
import { PoweredBy } from '../view/PoweredBy.tsx'
import { YourDataLink } from '../YourDataLink.tsx'

interface Props {
  readonly periods: RetentionPeriods
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

export function PrivacyPage({ periods, publicUrl, assets, sheet }: Props) {
  const page = privacyWith(periods)
  const preview = {
    title: `${page.title} · ${PRODUCT.name}`,
    description: page.lead,
    url: `${publicUrl}${PRIVACY_LINK.path}`,
    type: 'website',
    listed: true,
  } as const
  return (
    <html lang="es-CL" data-profile-theme="blue">
      <Head preview={preview} chrome="#FFFFFF" sheet={sheet} assets={assets} />
      <body>
        <a className="skip" href="#contenido">
          Saltar al contenido
        </a>
        <main className="told" id="contenido">
          <h1>{page.title}</h1>
          <p className="lead">{page.lead}</p>
          <nav aria-label="Secciones">
            {page.sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          {page.sections.map((section) => (
            <Section key={section.id} {...section} />
          ))}
          <p>
            <a href={`${publicUrl}${REGISTRY.path}`}>{REGISTRY.text}</a>: cómo comprobar que nada de lo
            escrito se cambió después.
          </p>
          <YourDataLink />
          <PoweredBy home={`${publicUrl}/`} />
        </main>
      </body>
    </html>
  )
}

function Section({ id, title, lead, items }: PrivacySection) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && (
        <p>
          <Linked text={lead} />
        </p>
      )}
      <dl>
        {items.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Linked text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const HREFS: Readonly<Record<string, string>> = {
  [PRODUCT.supportEmail]: `mailto:${PRODUCT.supportEmail}`,
  [YOUR_DATA_LINK.path]: YOUR_DATA_LINK.path,
}
const LINKED = new RegExp(
  `(${Object.keys(HREFS)
    .map((text) => text.replaceAll('.', '\\.'))
    .join('|')})`,
)

/** The addresses that a text has, as links. */
const Linked = ({ text }: { text: string }) =>
  text.split(LINKED).map((part, at) =>
    HREFS[part] === undefined ? (
      <span key={at}>{part}</span>
    ) : (
      <a key={at} href={HREFS[part]}>
        {part.includes('@') ? <EmailText email={part} /> : part}
      </a>
    ),
  )
