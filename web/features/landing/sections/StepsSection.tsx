import { Ondas } from '../../../ui/brand.tsx'
import { CELESTE, Section, SectionTitle, TILE_TEXT } from '../Section.tsx'

/** Drawn for the product: nobody's photo. */
const Portrait = () => (
  <svg aria-hidden="true" width="118" height="118" viewBox="0 0 104 104">
    <clipPath id="portrait">
      <circle cx="52" cy="52" r="52" />
    </clipPath>
    <g clipPath="url(#portrait)" strokeLinecap="round">
      <rect width="104" height="104" fill="#8FD8F3" />
      <path d="M30 48c-2-20 9-31 23-31 15 0 25 11 23 31-1 10 3 19 5 27H25c3-8 6-17 5-27Z" fill="#2A1712" />
      <path d="M44 62h17v17c0 5-17 5-17 0z" fill="#D8946C" />
      <path d="M13 104c1-20 15-27 31-28 4 7 13 7 17 0 16 1 30 8 31 28z" fill="#0C2430" />
      <path d="M44 76l-5 3 10 25h7l10-25-5-3c-4 7-13 7-17 0z" fill="#F5F9FA" />
      <path d="M39 79l-7 4 5 9-4 3 10 9h6zM66 79l7 4-5 9 4 3-10 9h-6z" fill="#16394A" />
      <ellipse cx="52.5" cy="47" rx="16.5" ry="20" fill="#EDB28B" />
      <path
        d="M35 48c-1-15 6-23 16-24 3 9 12 14 19 15 1 3 1 6 0 9 5-4 6-13 2-20-4-8-12-11-20-11-13 0-21 9-20 23 0 4 1 7 3 8z"
        fill="#3A2018"
      />
      <path
        d="M44 45.5c1.3-1.3 3.5-1.3 4.8 0M57 45.5c1.3-1.3 3.5-1.3 4.8 0"
        stroke="#3A2018"
        strokeWidth="1.7"
        fill="none"
      />
      <path d="M46.5 56c3.6 3.6 9.2 3.6 12.6 0" stroke="#A4512F" strokeWidth="2" fill="none" />
      <path d="M53 46.5c.6 2.3 1.4 4-.6 4.6" stroke="#C9885F" strokeWidth="1.4" fill="none" />
    </g>
  </svg>
)

const CODE =
  'rounded-md bg-ink px-[18px] py-3 font-[ui-monospace,SFMono-Regular,Menlo,monospace] ' +
  'text-[clamp(1rem,1.5vw,1.375rem)] font-medium tracking-[0.02em] text-white'
const RINGS = 'absolute top-1/2 left-1/2 w-[400px] max-w-none -translate-1/2'

const STEPS = [
  {
    title: '1. Activa tu tarjeta',
    text: 'Crea tu cuenta e ingresa el código que viene junto a la tarjeta.',
    picture: <span className={CODE}>TCYO-7K4M-92QX</span>,
    look: 'bg-surface',
  },
  {
    title: '2. Arma tu perfil',
    text: 'Foto, cargo, redes y colores. Ves el resultado mientras escribes.',
    picture: <Portrait />,
    look: 'bg-surface',
  },
  {
    title: '3. Acércala y listo',
    text: 'Funciona con el chip NFC o con el código QR impreso al reverso.',
    picture: <Ondas className={RINGS} rings={6} step={26} />,
    look: CELESTE,
  },
] as const

export function StepsSection() {
  return (
    <Section name="features" look="plain">
      <SectionTitle name="features">Lista en tres pasos</SectionTitle>
      <ol className="mt-[52px] grid grid-cols-3 gap-5 max-desk:grid-cols-1">
        {STEPS.map(({ title, text, picture, look }) => (
          <li key={title} className="rounded-[28px] bg-bg px-[26px] pt-[26px] pb-[30px] desk:min-h-[340px]">
            <div
              aria-hidden="true"
              className={`relative mb-6 grid h-[150px] place-items-center overflow-hidden rounded-[18px] ${look}`}
            >
              {picture}
            </div>
            <h3 className="text-[min(1.375rem,9.5vw)] leading-tight tracking-[-0.03em]">{title}</h3>
            <p className={`${TILE_TEXT} text-ink-2`}>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
