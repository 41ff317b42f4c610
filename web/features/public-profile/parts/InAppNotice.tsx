import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import { contactLinks } from '@app/contracts/fields/links.ts'
import { phoneDigits, shownPhone } from '@app/contracts/fields/phone.ts'

/**
 * The same in every answer, because caches keep the page: browser/start-page.ts shows it where the browser of an
 * app cannot save a contact.
 */
export function InAppNotice({ profile }: { profile: PublicProfile }) {
  const digits = phoneDigits(profile.phone)
  const email = contactLinks(profile).find(({ network }) => network === 'email')
  return (
    <section className="inapp" aria-labelledby="inapp-title" hidden data-in-app>
      <b id="inapp-title">
        Abre esta página en <span data-in-app-browser>Safari</span>
      </b>
      <p>La aplicación en que estás no guarda contactos.</p>
      <p>
        <a href="#inapp-title" hidden data-in-app-open>
          Abrir en Chrome
        </a>
        <span> </span>
        <button type="button" data-copy-link>
          Copiar enlace
        </button>
        <span> </span>
        {digits !== undefined && <a href={`tel:+${digits}`}>{shownPhone(profile.phone)}</a>}
        {email !== undefined && (
          <a href={email.href} data-network="email">
            {email.text}
          </a>
        )}
      </p>
    </section>
  )
}
