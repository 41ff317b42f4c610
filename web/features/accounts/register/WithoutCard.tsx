import { TEXT_LINK } from '../../../ui/Button.tsx'

/** Leads people without a printed code to the landing, which is another document. */
export const WithoutCard = () => (
  <p className="text-center text-ink-2">
    ¿Aún no tienes tarjeta?{' '}
    <a href="/#quotation" className={TEXT_LINK}>
      Cotiza las tuyas
    </a>
  </p>
)
