import { PRODUCT } from '@app/contracts/product.ts'

/** Changed text needs a new version of REGISTER_CONSENT (contracts/api/auth.ts), which the event records. */
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
