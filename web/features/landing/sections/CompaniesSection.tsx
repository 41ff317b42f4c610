import { REMINDER_DAYS } from '@app/contracts/limits/periods.ts'
import { Mail, RefreshCw } from 'lucide-react'
import { CELESTE, NIGHT, Section, SectionTitle, TILE_TEXT } from '../Section.tsx'

const SHEETS = [5, 4, 3, 2, 1, 0] as const

const PaperStack = () => (
  <svg viewBox="0 0 280 96" width="100%" height="96">
    <g fill="#fff" stroke="#b9c7cd" strokeWidth="1.5">
      {SHEETS.map((sheet) => (
        <rect
          key={sheet}
          x={124 + 13 * sheet}
          y={18 - sheet / 2}
          width="72"
          height="60"
          rx="8"
          transform={`rotate(${1 + 2 * sheet} ${170 + 16 * sheet} 46)`}
        />
      ))}
    </g>
    <rect className="fill-night" x="4" y="12" width="116" height="72" rx="10" />
    <g className="stroke-glow" fill="none">
      <circle cx="98" cy="34" r="4" className="fill-glow stroke-none" />
      <circle cx="98" cy="34" r="11" opacity=".7" />
      <circle cx="98" cy="34" r="18" opacity=".4" />
    </g>
  </svg>
)

const TEAM = [
  ['AR', 'bg-on-signal text-glow'],
  ['BF', 'bg-white text-accent'],
  ['CH', 'bg-[#ffb454] text-[#2e1608]'],
  ['DS', 'bg-[#12704a] text-white'],
] as const
const FACE =
  '-mr-3 grid size-[max(64px,2.25rem)] place-items-center rounded-full shadow-[0_0_0_4px_var(--signal)] ' +
  'text-[1.125rem] font-bold tracking-[-0.03em]'
const RESULTS = [
  ['AR', 317],
  ['BF', 204],
  ['CH', 168],
] as const
const PILL = 'inline-flex items-center gap-2 rounded-full px-3.5 py-2 font-[650] tracking-[-0.015em]'

const Team = () => (
  <div className="flex">
    {TEAM.map(([initials, look]) => (
      <span key={initials} className={`${FACE} ${look}`}>
        {initials}
      </span>
    ))}
  </div>
)

const Change = () => (
  <>
    <s className="mb-2 block font-[550] text-ink-3">Gerenta de Ventas</s>
    <span className={`${PILL} bg-surface shadow-[0_0_0_1px_var(--line)]`}>
      <RefreshCw size={15} strokeWidth={2.4} />
      Directora Comercial
    </span>
  </>
)

const Results = () => (
  <div className="grid gap-[9px] text-[0.8125rem]">
    {RESULTS.map(([initials, visits]) => (
      <div key={initials} className="grid grid-cols-[26px_1fr_34px] items-center gap-2.5">
        <b>{initials}</b>
        <i className="h-2.5 overflow-hidden rounded-full bg-line">
          <u
            className="block h-full rounded-full bg-accent"
            style={{ width: `${Math.round((visits / RESULTS[0][1]) * 100)}%` }}
          />
        </i>
        <span className="text-right text-ink-2">{visits}</span>
      </div>
    ))}
  </div>
)

const DASHES = 'h-0.5 bg-[repeating-linear-gradient(90deg,var(--color-glow)_0_6px,transparent_6px_12px)]'

const FollowUp = () => (
  <div className="grid grid-cols-[auto_1fr_auto] items-center gap-2.5 text-[0.8125rem] text-night-soft">
    <span>Hoy</span>
    <i className={DASHES} />
    <span>{REMINDER_DAYS.first} días</span>
    <b className={`${PILL} col-span-full justify-self-end bg-glow text-on-signal`}>
      <Mail size={16} strokeWidth={2.2} />
      Recordatorio
    </b>
  </div>
)

const TILES = [
  {
    look: `${CELESTE} desk:col-span-2`,
    textLook: '',
    picture: <Team />,
    title: 'Todos los perfiles, una cuenta',
    text: 'Los que tu equipo necesite, ordenados en un solo lugar.',
  },
  {
    look: 'bg-bg',
    textLook: 'text-ink-2',
    picture: <Change />,
    title: 'Cambios al instante',
    text: 'Alguien cambia de cargo y la tarjeta ya lo sabe.',
  },
  {
    look: 'bg-bg',
    textLook: 'text-ink-2',
    picture: <Results />,
    title: 'Resultados por persona',
    text: 'Visitas, clics y contactos de cada perfil.',
  },
  {
    look: NIGHT,
    textLook: 'text-night-soft',
    picture: <FollowUp />,
    title: 'Seguimiento automático',
    text: `Quien deja su correo recibe un recordatorio a los ${REMINDER_DAYS.first} días.`,
  },
  {
    look: 'bg-bg',
    textLook: 'text-ink-2',
    picture: <PaperStack />,
    title: 'Menos papel',
    text: 'Una tarjeta reemplaza cientos de impresas.',
  },
] as const

export function CompaniesSection() {
  return (
    <Section name="companies">
      <SectionTitle name="companies">
        Un equipo completo, <br />
        una sola imagen.
      </SectionTitle>
      <ul className="mt-12 grid grid-cols-3 gap-5 max-desk:grid-cols-1">
        {TILES.map(({ look, textLook, picture, title, text }) => (
          <li key={title} className={`flex min-h-[262px] flex-col justify-end rounded-[28px] p-7 ${look}`}>
            <div aria-hidden="true" className="mb-auto pb-5">
              {picture}
            </div>
            <h3 className="text-[min(1.5rem,9.5vw)] leading-[1.2] tracking-[-0.032em]">{title}</h3>
            <p className={`${TILE_TEXT} ${textLook}`}>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
