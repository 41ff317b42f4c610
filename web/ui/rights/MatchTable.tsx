import type { RequestCandidate } from '@app/contracts/api/rights/request-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import { Check, EqualApproximately, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { minuteLabel } from '../wording/exact-time.ts'
import { unknownWords } from './unknown-words.ts'
import './match-table.css'

type Match = RequestCandidate['matches']['name']

interface MatchTableProps {
  readonly asked: { readonly name: string; readonly phone: string; readonly when: string }
  /** Undefined where nobody was found. */
  readonly candidate: RequestCandidate | undefined
  /** `Lo guardado` */
  readonly keptTitle: string
  /** Also what the person told the card's owner. */
  readonly showsTold?: boolean
}

const NOTHING = '–'
const phoneText = (phone: string): string => shownPhone(phone) ?? phone
const NOBODY = { name: '', phone: '', when: '', told: '', matches: undefined } as const

const keptOf = ({ name, phone, at, description, matches }: RequestCandidate) => ({
  name,
  phone: phoneText(phone),
  when: minuteLabel(Date.parse(at)),
  told: description,
  matches,
})

/** What somebody wrote who asks, and what is kept of who may be the same person. */
export function MatchTable({ asked, candidate, keptTitle, showsTold = false }: MatchTableProps) {
  const kept = candidate ? keptOf(candidate) : NOBODY
  const { matches } = kept
  return (
    <table className="match-table">
      <caption className="sr-only">Lo que escribió y {keptTitle.toLowerCase()}</caption>
      <thead>
        <tr>
          <td>
            <span className="sr-only">Dato</span>
          </td>
          <th scope="col">Lo que escribió</th>
          <th scope="col">{keptTitle}</th>
          <th scope="col" className="match-column">
            <span>Coincide</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <Line name="Nombre" kept={kept.name} match={matches?.name}>
          {matches?.name === 'similar' ? <Marked text={asked.name} kept={kept.name} /> : asked.name}
        </Line>
        <Line name="Teléfono" kept={kept.phone} match={matches?.phone}>
          {phoneText(asked.phone)}
        </Line>
        <Line name="Cuándo" kept={kept.when && <time>{kept.when}</time>} match={matches?.when}>
          {asked.when && `«${isolated(asked.when)}»`}
        </Line>
        {showsTold && kept.told !== '' && (
          <tr>
            <th scope="row">Te contó</th>
            <td>{NOTHING}</td>
            <td colSpan={2}>{`«${isolated(kept.told)}»`}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface LineProps {
  readonly name: string
  readonly kept: ReactNode
  readonly match: Match | undefined
  readonly children: ReactNode
}

const Line = ({ name, kept, match, children }: LineProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td dir="auto">{children || NOTHING}</td>
    <td dir="auto">{kept || NOTHING}</td>
    <td>{match === undefined ? NOTHING : <Matching match={match} />}</td>
  </tr>
)

const FOUND: Readonly<
  Record<Exclude<Match, 'none'>, { readonly text: string; readonly icon: LucideIcon; readonly look: string }>
> = {
  same: { text: 'Igual', icon: Check, look: 'text-success' },
  similar: { text: 'Parecido', icon: EqualApproximately, look: 'text-warning' },
  fits: { text: 'Cabe', icon: Check, look: 'text-success' },
}

/** On phones the word is for screen readers alone. */
function Matching({ match }: { readonly match: Match }) {
  if (match === 'none')
    return (
      <>
        <span aria-hidden="true">{NOTHING}</span>
        <span className="sr-only">No coincide</span>
      </>
    )
  const { text, icon: Icon, look } = FOUND[match]
  return (
    <span className={`match-found ${look}`}>
      <Icon aria-hidden="true" size={15} strokeWidth={2.3} className="flex-none" />
      <span>{text}</span>
    </span>
  )
}

const Marked = ({ text, kept }: { readonly text: string; readonly kept: string }) =>
  unknownWords(text, kept).map(({ word, isUnknown }, at) => (
    <span key={at}>
      <span>{at > 0 && ' '}</span>
      <span>{isUnknown ? <mark>{word}</mark> : word}</span>
    </span>
  ))
