import { PRIVACY_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { PRIVACY, type PrivacySection } from '@app/contracts/privacy/privacy-page.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { REGISTRY } from '@app/contracts/registry.ts'
import type { Assets } from '../assets.ts'
import { Head } from '../Head.tsx'
import type { StyleSheet } from '../styles/style-sheet.ts'
import { PoweredBy } from '../view/PoweredBy.tsx'

interface Props {
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

export function PrivacyPage({ publicUrl, assets, sheet }: Props) {
  const preview = {
    title: `${PRIVACY.title} · ${PRODUCT.name}`,
    description: PRIVACY.lead,
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
          <h1>{PRIVACY.title}</h1>
          <p className="lead">{PRIVACY.lead}</p>
          <nav aria-label="Secciones">
            {PRIVACY.sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          {PRIVACY.sections.map((section) => (
            <Section key={section.id} {...section} />
          ))}
          <p>
            <a href={`${publicUrl}${REGISTRY.path}`}>{REGISTRY.text}</a>: cómo comprobar que nada de lo
            escrito se cambió después.
          </p>
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

/** The contact's address as a link, wherever a text has it. */
function Linked({ text }: { text: string }) {
  const [before = '', ...after] = text.split(PRIVACY.contact)
  return (
    <>
      {before}
      {after.map((rest) => (
        <span key={rest}>
          <a href={`mailto:${PRIVACY.contact}`}>{PRIVACY.contact}</a>
          {rest}
        </span>
      ))}
    </>
  )
}
