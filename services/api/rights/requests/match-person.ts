import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { RequestCandidate } from '@app/contracts/api/rights/request-calls.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import type { Period } from './said-period.ts'

export interface AskedPerson {
  readonly name: string
  readonly phone: string
  /** Undefined where nothing is understood of it. */
  readonly when: Period | undefined
}

export type LeftWithCard = Omit<RequestCandidate, 'matches'>
type Match = RequestCandidate['matches']['name']

/** Shorter words, as `de`, say nothing. */
const WORD_LETTERS_MIN = 3
/** Digits of a Chilean number, so that it is the same with and without +56. */
const PHONE_DIGITS = 9

const wordsIn = (name: string): readonly string[] =>
  (plainText(name).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= WORD_LETTERS_MIN)

function nameMatch(asked: string, kept: string): Match {
  if (plainText(asked) === plainText(kept)) return 'same'
  const words = new Set(wordsIn(kept))
  return wordsIn(asked).some((word) => words.has(word)) ? 'similar' : 'none'
}

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS)

const phoneMatch = (asked: string, kept: string): Match =>
  digitsOf(asked) !== '' && digitsOf(asked) === digitsOf(kept) ? 'same' : 'none'

function whenMatch(asked: Period | undefined, at: string): Match {
  const day = dayInSantiago(Date.parse(at))
  return asked !== undefined && asked.from <= day && day <= asked.to ? 'fits' : 'none'
}

const WEIGHT: Readonly<Record<Match, number>> = { same: 4, similar: 2, fits: 1, none: 0 }
const weightOf = ({ matches: { name, phone, when } }: RequestCandidate): number =>
  WEIGHT[name] + WEIGHT[phone] + WEIGHT[when]

/** Who may be the person that asks: name or phone match. The best first, then the newest. */
export function matchPeople(
  asked: AskedPerson,
  kept: readonly LeftWithCard[],
  max: number,
): readonly RequestCandidate[] {
  return kept
    .map((person) => ({
      ...person,
      matches: {
        name: nameMatch(asked.name, person.name),
        phone: phoneMatch(asked.phone, person.phone),
        when: whenMatch(asked.when, person.at),
      },
    }))
    .filter(({ matches }) => matches.name !== 'none' || matches.phone !== 'none')
    .toSorted((a, b) => weightOf(b) - weightOf(a) || (a.at < b.at ? 1 : -1))
    .slice(0, max)
}
