import { PRIVACY_LINK, MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { privacyWith, type PrivacyFacts, type PrivacySection } from '@app/contracts/privacy/page.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { EmailText } from '../../ui/people.tsx'
import { SitePage, type Given, YourDataLink } from './SitePage.tsx'
import { PoweredBy } from './view/Icon.tsx'

export function PrivacyPage({ facts, ...site }: Given & { readonly facts: PrivacyFacts }) {
  const { publicUrl } = site
  const { title, lead, sections } = privacyWith(facts)
  return (
    <SitePage {...site} title={`${title} · ${PRODUCT.name}`} description={lead} path={PRIVACY_LINK.path}>
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <main className="prose" id="contenido">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <nav aria-label="Secciones">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
        <YourDataLink />
        <PoweredBy home={`${publicUrl}/`} />
      </main>
    </SitePage>
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
  [MY_DATA_LINK.path]: MY_DATA_LINK.path,
}
const LINKED = new RegExp(
  `(${Object.keys(HREFS)
    .map((text) => text.replaceAll('.', '\\.'))
    .join('|')})`,
)

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
