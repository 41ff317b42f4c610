import { REMINDER_DAYS } from '@app/contracts/reminder-days.ts'
import { Mail, RefreshCw } from 'lucide-react'

const SHEETS = [5, 4, 3, 2, 1, 0] as const

/** One card beside the printed ones that it replaces. */
const PaperStack = () => (
  <svg viewBox="0 0 280 96" width="100%" height="96">
    {SHEETS.map((sheet) => {
      const x = 124 + 13 * sheet
      return (
        <rect
          key={sheet}
          className="l-sheet"
          x={x}
          y={18 - sheet / 2}
          width="72"
          height="60"
          rx="8"
          transform={`rotate(${1 + 2 * sheet} ${170 + 16 * sheet} 46)`}
        />
      )
    })}
    <rect className="l-night-fill" x="4" y="12" width="116" height="72" rx="10" />
    <g className="l-signal-rings" fill="none">
      <circle cx="98" cy="34" r="4" fill="currentColor" />
      <circle cx="98" cy="34" r="11" opacity=".7" />
      <circle cx="98" cy="34" r="18" opacity=".4" />
    </g>
  </svg>
)

const TEAM = ['AR', 'BF', 'CH', 'DS'] as const
const RESULTS = [
  ['AR', 317],
  ['BF', 204],
  ['CH', 168],
] as const

const Team = () => (
  <div className="l-team">
    {TEAM.map((initials) => (
      <span key={initials}>{initials}</span>
    ))}
  </div>
)

const Change = () => (
  <>
    <s>Gerenta de Ventas</s>
    <span className="l-pill">
      <RefreshCw size={15} strokeWidth={2.4} />
      Directora Comercial
    </span>
  </>
)

const Results = () => (
  <div className="l-results">
    {RESULTS.map(([initials, visits]) => (
      <div key={initials}>
        <b>{initials}</b>
        <i>
          <u style={{ width: `${Math.round((visits / RESULTS[0][1]) * 100)}%` }} />
        </i>
        <span>{visits}</span>
      </div>
    ))}
  </div>
)

const FollowUp = () => (
  <div className="l-follow-up">
    <span>Hoy</span>
    <i />
    <span>{REMINDER_DAYS.first} días</span>
    <b className="l-pill">
      <Mail size={16} strokeWidth={2.2} />
      Recordatorio
    </b>
  </div>
)

const TILES = [
  {
    look: 'l-wide l-celeste',
    picture: <Team />,
    title: 'Todos los perfiles, una cuenta',
    text: 'Los que tu equipo necesite, ordenados en un solo lugar.',
  },
  {
    look: '',
    picture: <Change />,
    title: 'Cambios al instante',
    text: 'Alguien cambia de cargo y la tarjeta ya lo sabe.',
  },
  {
    look: '',
    picture: <Results />,
    title: 'Resultados por persona',
    text: 'Visitas, clics y contactos de cada perfil.',
  },
  {
    look: 'l-night',
    picture: <FollowUp />,
    title: 'Seguimiento automático',
    text: `Quien deja su correo recibe un recordatorio a los ${REMINDER_DAYS.first} días.`,
  },
  {
    look: '',
    picture: <PaperStack />,
    title: 'Menos papel',
    text: 'Una tarjeta reemplaza cientos de impresas.',
  },
] as const

export function CompaniesSection() {
  return (
    <section id="companies" tabIndex={-1} aria-labelledby="companies-title" className="l-part l-follows">
      <div className="l-wrap">
        <h2 id="companies-title">
          Un equipo completo, <br />
          una sola imagen.
        </h2>
        <ul className="l-bento">
          {TILES.map(({ look, picture, title, text }) => (
            <li key={title} className={look}>
              <div aria-hidden="true" className="l-bento-picture">
                {picture}
              </div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
