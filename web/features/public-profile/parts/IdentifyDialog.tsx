import { LIMITS } from '@app/contracts/limits.ts'
import { PHONE_HINT } from '@app/contracts/fields/phone-typing.ts'
import { Icon } from './Icon.tsx'
import { IdentifyConsent } from './IdentifyConsent.tsx'
import { IdentifyField } from './IdentifyField.tsx'

/** Controlled by browser/identify/identify-dialog.ts. */
export function IdentifyDialog({ owner }: { owner: string }) {
  return (
    <dialog aria-labelledby="identify-title" data-identify>
      <div className="grab" />
      <button type="button" className="close" aria-label="Cerrar" data-identify-close>
        <Icon name="close" size={22} />
      </button>
      <form noValidate data-identify-form>
        <h2 id="identify-title">Identifícate (opcional)</h2>
        <p className="lead">Así {owner} sabrá quién eres.</p>
        <button type="button" className="forget" hidden data-identify-forget>
          No soy yo
        </button>
        <IdentifyField
          name="full_name"
          label="Nombre completo"
          type="text"
          charsMax={LIMITS.nameCharsMax}
          autoComplete="name"
        />
        <IdentifyField
          name="phone"
          label="Teléfono"
          type="tel"
          charsMax={LIMITS.phoneCharsMax}
          autoComplete="tel"
          placeholder="+56 9 1234 5678"
          hint={PHONE_HINT}
        />
        <IdentifyField
          name="description"
          label="¿De dónde se conocen?"
          charsMax={LIMITS.paragraphCharsMax}
          placeholder="Ej.: nos conocimos en Expo Frío"
        />
        <button type="submit" className="go" disabled data-identify-confirm>
          Confirmar
        </button>
        <p className="failed" hidden data-identify-failed>
          <span role="alert" data-identify-problem /> <button type="submit">Reintentar</button>
        </p>
        <IdentifyConsent owner={owner} />
      </form>
      <output className="thanks" data-identify-thanks />
    </dialog>
  )
}
