import { type Network, NETWORKS, networkName, NETWORK_NAMES } from '@app/contracts/traffic/kinds.ts'
import {
  againstEarlier,
  againstShare,
  inPairs,
  sumOf,
  type Part,
  type InsightDay,
  lastDays,
  totalBy,
  WINDOW_DAYS,
  windowBefore,
} from './evidence.ts'
import type { Candidate, InsightRule } from './insights.ts'

const LAST = `en los últimos ${WINDOW_DAYS} días`

const VISITS_BEFORE_MIN = 10

export const visitsChange: InsightRule = ({ days }) => {
  const before = windowBefore(days)
  if (before === undefined) return []
  const visitsIn = (some: readonly InsightDay[]): readonly number[] => some.map(({ visits }) => visits)
  const evidence = inPairs(visitsIn(lastDays(days)), visitsIn(before))
  const { observed, expected } = evidence
  if (expected < VISITS_BEFORE_MIN) return []
  const rose = observed > expected
  const what = `Tus visitas ${rose ? 'subieron' : 'bajaron'} ${inPercent(Math.abs(observed / expected - 1))}`
  return [
    {
      ...evidence,
      facts: observed + expected,
      least: rose ? 1.2 : 0.8,
      costs: !rose,
      insight: {
        icon: rose ? 'trending-up' : 'trending-down',
        title: what,
        description: `${what}: ${inWhole(observed)} ${LAST}, ${inWhole(expected)} en los ${WINDOW_DAYS} anteriores.`,
        action: rose
          ? 'Revisa que tus datos y tu foto estén al día: se ven más veces que antes.'
          : 'Pon tu QR en la firma de tus correos y vuelve a compartir tu enlace.',
      },
    },
  ]
}

const BLOCK_HOURS = 3
/** Three of sixteen waking hours. */
const EVEN_SHARE = BLOCK_HOURS / 16
const STARTS = Array.from({ length: 24 - BLOCK_HOURS + 1 }, (_none, hour) => hour)
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

export const bestHours: InsightRule = ({ days }) =>
  days.length < WINDOW_DAYS ? [] : STARTS.map((start) => hoursFrom(start, days))

function hoursFrom(start: number, days: readonly InsightDay[]): Candidate {
  const parts = days.map(({ hours }) => ({
    count: sum(hours.slice(start, start + BLOCK_HOURS)),
    of: sum(hours),
  }))
  const { count, of } = sumOf(parts)
  const [from, to] = [inClock(start), inClock(start + BLOCK_HOURS)]
  return {
    ...againstShare(parts, EVEN_SHARE),
    facts: of,
    least: 4 / 3,
    costs: false,
    insight: {
      icon: 'clock',
      title: `Tu mejor horario: ${from} a ${to}`,
      description: `Entre las ${from} y las ${to} recibes ${inPercent(count / of)} de tus visitas: ${inWhole(count)} de ${inWhole(of)} en los últimos ${days.length} días.`,
      action: `Publica y comparte tu enlace poco antes de las ${from}, para que te vean a esa hora.`,
    },
  }
}

/** A link without earlier clicks may be new, so no advice says that it gets few. */
export const networks: InsightRule = ({ days, shown, customTitle }) => {
  const links = NETWORKS.filter((one) => shown.has(one))
  if (days.length < WINDOW_DAYS) return []
  const earlier = days.slice(0, -WINDOW_DAYS)
  return links
    .map((network) => {
      const parts = lastDays(days).map((day) => ({
        count: day.networks[network],
        of: sum(links.map((one) => day.networks[one])),
      }))
      return ofNetwork(network, parts, { customTitle, links: links.length })
    })
    .filter((candidate, nth) => !candidate.costs || totalBy(earlier, (day) => day.networks[links[nth]!]) > 0)
}

function ofNetwork(
  network: Network,
  parts: readonly Part[],
  { customTitle, links }: { readonly customTitle: string; readonly links: number },
): Candidate {
  const { count, of } = sumOf(parts)
  const evidence = againstShare(parts, 1 / links)
  const over = evidence.observed > evidence.expected
  const name = networkName(network, customTitle === '' ? '' : `«${customTitle}»`)
  return {
    ...evidence,
    facts: of,
    least: over ? 1.5 : 0.5,
    costs: !over,
    insight: {
      icon: over ? 'award' : 'unlink',
      title: `${name} ${over ? 'destaca entre tus enlaces' : 'recibe pocos clics'}`,
      description: `${name} tuvo ${inPercent(count / of)} de tus clics: ${inWhole(count)} de ${inWhole(of)} ${LAST}; repartidos por igual entre tus ${links} enlaces sería ${inPercent(1 / links)}.`,
      action: over
        ? careOf(network, customTitle)
        : `Abre ${linkTo(network, customTitle)} en tu página y comprueba que lleve donde quieres.`,
    },
  }
}

const linkTo = (network: Network, customTitle: string): string => {
  if (network !== 'custom') return `tu enlace de ${NETWORK_WORDS[network]}`
  return customTitle === '' ? 'tu enlace propio' : `tu enlace «${customTitle}»`
}

const careOf = (network: Network, customTitle: string): string => {
  if (network === 'custom') return `Ten al día lo que se ve al abrir ${linkTo(network, customTitle)}.`
  if (network === 'website') return `Ten al día lo que se ve al abrir tu ${NETWORK_WORDS.website}.`
  return `Responde primero por ${NETWORK_WORDS[network]} y ten ahí tus datos al día.`
}

const LOW_RATE = 0.1

export const fewContacts: InsightRule = ({ days, hasPhoto }) => {
  if (days.length < WINDOW_DAYS) return []
  const partsOf = (some: readonly InsightDay[]): readonly Part[] =>
    some.map(({ engaged, visitors }) => ({ count: Math.min(engaged, visitors), of: visitors }))
  const [now, before] = [partsOf(lastDays(days)), partsOf(days.slice(0, -WINDOW_DAYS))]
  const [{ count, of }, past] = [sumOf(now), sumOf(before)]
  const rate = `El ${inPercent(count / of)} de quienes te visitan en un día pulsa un enlace o guarda tu contacto: ${inWhole(count)} de ${inWhole(of)} ${LAST}`
  const earlier = `; en los ${before.length} anteriores era ${inPercent(past.count / past.of)}`
  const common = { facts: of, costs: true }
  const insight = {
    icon: 'mouse-pointer-click',
    action: `${hasPhoto ? 'Di' : 'Sube tu foto y di'} en tu descripción qué ofreces y por dónde te pueden escribir.`,
  } as const
  const low: Candidate = {
    ...common,
    ...againstShare(now, LOW_RATE),
    least: 0.99,
    insight: { ...insight, title: 'Pocas visitas terminan en un clic', description: `${rate}.` },
  }
  if (before.length < WINDOW_DAYS) return [low]
  const fewer: Candidate = {
    ...common,
    ...againstEarlier(now, before),
    facts: Math.min(of, past.of),
    least: 0.8,
    insight: {
      ...insight,
      title: 'Menos visitas terminan en un clic',
      description: `${rate}${earlier}.`,
    },
  }
  return [fewer, low]
}

const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0, useGrouping: 'always' })
const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const percent = new Intl.NumberFormat('es-CL', { style: 'percent', ...tenths })

export const inWhole = (value: number): string => whole.format(value)
export const inPercent = (share: number): string => percent.format(share)

export const inClock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const NETWORK_WORDS: Readonly<Record<Network, string>> = {
  ...NETWORK_NAMES,
  email: 'correo',
  website: 'sitio web',
  custom: 'enlace propio',
}
