import { PRODUCT } from '@app/contracts/product.ts'

/**
 * What people agree to by pressing Crear cuenta. The recorded event names the version of these words
 * (REGISTER_CONSENT of contracts/api/auth.ts): other words need another version.
 */
export function RegisterConsent() {
  return (
    <p className="text-small text-ink-3">
      Al crear tu cuenta, aceptas que {PRODUCT.name} guarde estos datos para darte el servicio. Para
      borrarlos, escribe a{' '}
      <a href={`mailto:${PRODUCT.supportEmail}`} className="text-accent underline underline-offset-2">
        {PRODUCT.supportEmail}
      </a>
      .
    </p>
  )
}
