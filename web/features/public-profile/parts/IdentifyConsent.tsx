import { PRODUCT } from '@app/contracts/product.ts'

/**
 * What a visitor agrees to by pressing Confirmar. The recorded event names the version of these words
 * (IDENTIFY_CONSENT of contracts/api/public.ts): other words need another version.
 */
export function IdentifyConsent({ owner }: { owner: string }) {
  return (
    <p className="consent">
      Al confirmar, aceptas que {owner} reciba estos datos para saber quién eres. {PRODUCT.name} los guarda
      por su encargo. Para borrarlos, escribe a{' '}
      <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>.
    </p>
  )
}
