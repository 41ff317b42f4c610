import { networkName } from '@app/contracts/traffic/traffic-names.ts'
import { type Network, NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import { type Finding, logRatio, RULE_ALPHA, type InsightRule } from '../finding.ts'
import { type InsightDay, lastDays, totalBy, WINDOW_DAYS, windowBefore } from '../figures-material.ts'
import { inPercent, inWhole, NETWORK_WORDS } from '../wording.ts'
import { normalAbove } from '../statistics/normal-tail.ts'
import {
  binomialAtLeast,
  binomialAtMost,
  dispersionOf,
  effective,
  type Proportion,
  sumOfDays,
  twoProportionsZ,
  withoutTellingDay,
} from '../statistics/proportions.ts'

const CLICKS_MIN = 50
const NETWORKS_MIN = 2

interface Named extends Standing {
  readonly network: Network
}

const partsOf = (
  days: readonly InsightDay[],
  network: Network,
  shown: readonly Network[],
): readonly Proportion[] =>
  days.map(({ networks }) => ({
    count: networks[network],
    of: shown.reduce((sum, one) => sum + networks[one], 0),
  }))

/** A link without earlier clicks may be new, so it is not reported as lagging. */
const mayLag = (days: readonly InsightDay[], { network, now, share }: Named): boolean =>
  now.count > now.of * share || totalBy(days.slice(0, -WINDOW_DAYS), ({ networks }) => networks[network]) > 0

/**
 * Compares a share of clicks with the earlier one (two proportions), else with an even share (binomial). Two-sided,
 * widened by the dispersion of days, and repeated without the most influential day. Prefers a change to a standing fact.
 */
export const network: InsightRule = ({ days, shown, customTitle }) => {
  const links = NETWORKS.filter((one) => shown[one])
  const clicks = totalBy(lastDays(days), ({ networks }) => links.reduce((sum, one) => sum + networks[one], 0))
  if (links.length < NETWORKS_MIN || days.length < WINDOW_DAYS || clicks < CLICKS_MIN) return undefined
  const alpha = RULE_ALPHA / (2 * links.length)
  const [now, before] = [lastDays(days), windowBefore(days) ?? []]
  const changed = farthest(links, (one) =>
    changedSince(partsOf(before, one, links), partsOf(now, one, links), alpha),
  )[0]
  if (changed !== undefined)
    return findingOf(changed, customTitle, `en los ${WINDOW_DAYS} anteriores tuvo`, CHANGE_TITLES)
  const even = `repartidos por igual entre tus ${links.length} enlaces sería`
  const found = farthest(links, (one) => unlikeEven(partsOf(now, one, links), 1 / links.length, alpha))
  const uneven = found.find((standing) => mayLag(days, standing))
  return uneven && findingOf(uneven, customTitle, even, EVEN_TITLES)
}

const effectOf = ({ now, share }: Standing): number => Math.abs(logRatio(now.count, now.of * share))

const farthest = (
  links: readonly Network[],
  test: (network: Network) => Standing | undefined,
): readonly Named[] =>
  links
    .flatMap((network) => {
      const standing = test(network)
      return standing === undefined ? [] : [{ network, ...standing }]
    })
    .toSorted((a, b) => effectOf(b) - effectOf(a))

const CHANGE_TITLES = { over: 'gana terreno', under: 'pierde terreno' }
const EVEN_TITLES = { over: 'destaca entre tus enlaces', under: 'recibe pocos clics' }

function findingOf(named: Named, customTitle: string, compared: string, titles: typeof EVEN_TITLES): Finding {
  const { now, share, network } = named
  const name = nameOf(network, customTitle)
  const over = now.count > now.of * share
  return {
    effect: effectOf(named),
    costs: !over,
    icon: over ? 'award' : 'unlink',
    title: `${name} ${over ? titles.over : titles.under}`,
    description: `${name} tuvo ${inPercent(now.count / now.of)} de tus clics: ${inWhole(now.count)} de ${inWhole(now.of)} en los últimos ${WINDOW_DAYS} días; ${compared} ${inPercent(share)}.`,
    action: over
      ? careOf(network, customTitle)
      : `Abre ${linkTo(network, customTitle)} en tu página y comprueba que lleve donde quieres.`,
  }
}

/** A title is the owner's text, so it is quoted. */
const nameOf = (network: Network, customTitle: string): string =>
  networkName(network, customTitle === '' ? '' : `«${customTitle}»`)

const linkTo = (network: Network, customTitle: string): string => {
  if (network !== 'custom') return `tu enlace de ${NETWORK_WORDS[network]}`
  return customTitle === '' ? 'tu enlace propio' : `tu enlace «${customTitle}»`
}

const careOf = (network: Network, customTitle: string): string => {
  if (network === 'custom') return `Ten al día lo que se ve al abrir ${linkTo(network, customTitle)}.`
  if (network === 'website') return `Ten al día lo que se ve al abrir tu ${NETWORK_WORDS.website}.`
  return `Responde primero por ${NETWORK_WORDS[network]} y ten ahí tus datos al día.`
}

/** Smallest difference worth reporting. */
const OVER_EVEN = 1.5
const UNDER_EVEN = 0.5
const CHANGE_MIN = 0.3
const CHANGE_POINTS_MIN = 0.1

interface Standing {
  readonly now: Proportion
  readonly share: number
}

const rateOf = ({ count, of }: Proportion): number => count / of

function differs(now: readonly Proportion[], before: readonly Proportion[], alpha: number): boolean {
  const [rate, share] = [rateOf(sumOfDays(now)), rateOf(sumOfDays(before))]
  const difference = Math.abs(rate - share)
  if (!(difference >= CHANGE_POINTS_MIN && difference >= share * CHANGE_MIN)) return false
  const z = twoProportionsZ(sumOfDays(now), sumOfDays(before), dispersionOf(now, before))
  return 2 * normalAbove(Math.abs(z)) <= alpha
}

/** The change must remain without each period's most influential day. */
function changedSince(
  before: readonly Proportion[],
  now: readonly Proportion[],
  alpha: number,
): Standing | undefined {
  const [total, past] = [sumOfDays(now), sumOfDays(before)]
  if (Math.min(total.of, past.of) < CLICKS_MIN || !differs(now, before, alpha)) return undefined
  const share = rateOf(past)
  const [side, other] = rateOf(total) > share ? (['above', 'below'] as const) : (['below', 'above'] as const)
  const [calm, calmBefore] = [withoutTellingDay(now, share, side), withoutTellingDay(before, share, other)]
  return differs(calm, calmBefore, alpha) ? { now: total, share } : undefined
}

const outdoes = (days: readonly Proportion[], share: number, alpha: number): boolean =>
  rateOf(sumOfDays(days)) >= OVER_EVEN * share &&
  binomialAtLeast(effective(sumOfDays(days), dispersionOf(days)), share) <= alpha / 2

const lags = (days: readonly Proportion[], share: number, alpha: number): boolean =>
  rateOf(sumOfDays(days)) <= UNDER_EVEN * share &&
  binomialAtMost(effective(sumOfDays(days), dispersionOf(days)), share) <= alpha / 2

function unlikeEven(now: readonly Proportion[], share: number, alpha: number): Standing | undefined {
  const over = outdoes(now, share, alpha) && outdoes(withoutTellingDay(now, share, 'above'), share, alpha)
  const under = lags(now, share, alpha) && lags(withoutTellingDay(now, share, 'below'), share, alpha)
  return over || under ? { now: sumOfDays(now), share } : undefined
}
