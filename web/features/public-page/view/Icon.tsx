import type { Network } from '@app/contracts/traffic/kinds.ts'
import { PRODUCT } from '@app/contracts/product.ts'

// Lucide's strokes (ISC licence) and our own simplified glyphs of the networks.
const STROKES = {
  email:
    'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z',
  whatsapp: 'M12 3a9 9 0 0 0-7.75 13.57L3 21l4.56-1.2A9 9 0 1 0 12 3Z',
  linkedin: '',
  instagram:
    'M8.5 3.5h7a5 5 0 0 1 5 5v7a5 5 0 0 1-5 5h-7a5 5 0 0 1-5-5v-7a5 5 0 0 1 5-5ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  facebook: '',
  website: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 0a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20',
  phone:
    'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
  custom:
    'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  go: 'M7 7h10v10M7 17 17 7',
  users:
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  bell: 'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  person: 'M20 21a8 8 0 0 0-16 0M12 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  save: 'M2 21a8 8 0 0 1 13.292-6M10 3a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM19 16v6M22 19h-6',
  tick: 'M20 6 9 17l-5-5',
  close: 'M18 6 6 18M6 6l12 12',
  share: 'M12 2v13M16 6l-4-4-4 4M4 12v10h16V12',
} as const satisfies Record<Network, string> & Record<string, string>

const FILLS: Partial<Record<keyof typeof STROKES, string>> = {
  whatsapp:
    'M9.2 7.6c-.3-.6-.9-.5-1.3-.1-.7.7-1 1.6-.6 2.8.9 2.9 3.3 5.2 6.2 6 1.3.3 2.3-.1 2.9-.9.4-.5.3-1-.2-1.3l-1.5-.9c-.4-.2-.8-.2-1.1.1l-.5.6c-1.3-.5-2.4-1.5-3-2.8l.6-.6c.3-.3.3-.6.1-1Z',
  linkedin:
    'M4.2 9.2H6.8a.6.6 0 0 1 .6.6V20.2a.6.6 0 0 1-.6.6H4.2a.6.6 0 0 1-.6-.6V9.8a.6.6 0 0 1 .6-.6ZM5.5 3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM10 9.2h3.6v1.6c.7-1.2 2-1.9 3.5-1.9 2.8 0 4 1.8 4 4.7v7.2h-3.8v-6.5c0-1.5-.5-2.3-1.7-2.3-1.2 0-1.9.9-1.9 2.3v6.5H10z',
  instagram: 'M16.9 5.9a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4Z',
  facebook:
    'M13.4 21v-7.7h2.7l.5-3.2h-3.2V8.2c0-1 .4-1.7 1.8-1.7h1.6V3.6c-.4-.1-1.3-.2-2.3-.2-2.6 0-4.2 1.6-4.2 4.4v2.3H7.5v3.2h2.8V21z',
}

export function Icon({
  name,
  size = 24,
  stroke = 2,
}: {
  name: keyof typeof STROKES
  size?: number
  stroke?: number
}) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {STROKES[name] && <path d={STROKES[name]} />}
      {FILLS[name] && <path d={FILLS[name]} fill="currentColor" stroke="none" />}
    </svg>
  )
}

export function PoweredBy({ home }: { home: string }) {
  return (
    <a className="pow" href={home}>
      POWERED BY{' '}
      <b>
        <svg aria-hidden="true" width="15" height="15" viewBox="0 0 24 24" fill="currentColor">
          <rect x="2" y="2.5" width="20" height="7.2" rx="3.6" />
          <rect className="stem" x="8.4" y="10.6" width="7.2" height="11" rx="3.6" />
        </svg>
        {PRODUCT.name}
      </b>
    </a>
  )
}

interface Shape {
  readonly viewBox: string
  readonly centre: readonly [number, number]
  readonly step: number
  readonly count: number
  readonly dot: number
}

const COVER: Shape = { viewBox: '0 0 390 172', centre: [318, 150], step: 27, count: 9, dot: 9 }
const SMALL: Shape = { viewBox: '0 0 72 72', centre: [36, 36], step: 9, count: 3, dot: 5 }

export function Rings({ small = false }: { small?: boolean }) {
  const { viewBox, centre, step, count, dot } = small ? SMALL : COVER
  const [cx, cy] = centre
  const rings = Array.from({ length: count }, (_, at) => at)
  return (
    <svg
      className="rings"
      aria-hidden="true"
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      {rings.map((at) => (
        <circle
          key={at}
          cx={cx}
          cy={cy}
          r={(small ? 7 : 6) + step * (at + 1)}
          opacity={Math.round(34 - (30 * at) / (count - 1)) / 100}
        />
      ))}
      <circle cx={cx} cy={cy} r={dot} opacity=".85" fill="currentColor" stroke="none" />
    </svg>
  )
}
