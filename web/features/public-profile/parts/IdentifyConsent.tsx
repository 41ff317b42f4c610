import { PRODUCT } from '@app/contracts/product.ts'

/** Changed text needs a new version of IDENTIFY_CONSENT (contracts/api/public.ts), which the event records. */
export function IdentifyConsent({ owner }: { owner: string }) {
  return (
    <p className="consent">
      Al confirmar, aceptas que {owner} reciba estos datos para saber quién eres. {PRODUCT.name} los guarda
      por su encargo. Para borrarlos, escribe a{' '}
      <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>.
    </p>
  )
}
