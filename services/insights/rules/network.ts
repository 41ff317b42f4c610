import { networkName } from '@app/contracts/traffic/traffic-names.ts'
import { type Network, NETWORKS } from '@app/contracts/traffic/traffic.ts'
import { type Finding, logRatio, RULE_ALPHA, type InsightRule } from '../finding.ts'
import type { InsightDay } from '../material.ts'
import type { TailPart } from '../statistics/binomial-tail.ts'
import { lastDays, totalBy, WINDOW_DAYS, windowBefore } from '../windows.ts'
import { inPercent, inWhole, NETWORK_WORDS } from '../wording.ts'
import { changedSince, type Standing, unlikeEven } from './network-standing.ts'

const CLICKS_MIN = 50
const NETWORKS_MIN = 2

interface Named extends Standing {
  readonly network: Network
}

/** A network's clicks of each day among those on all links that the page shows. */
const partsOf = (
  days: readonly InsightDay[],
  network: Network,
  shown: readonly Network[],
): readonly TailPart[] =>
  days.map(({ networks }) => ({
    count: networks[network],
    of: shown.reduce((sum, one) => sum + networks[one], 0),
  }))

/** A link without a click before may be as new as the page's last edit: that it lags cannot be said yet. */
const mayLag = (days: readonly InsightDay[], { network, now, share }: Named): boolean =>
  now.count > now.of * share || totalBy(days.slice(0, -WINDOW_DAYS), ({ networks }) => networks[network]) > 0

/**
 * A network that does better or worse than the others that the page shows, in the last 28 days.
 * Statistics: its share of clicks against its own in the 28 days before (two proportions) and against an even share
 * (binomial tail), both two-sided and widened by how unsteady its days are, since one person's many clicks are not many
 * people's, and still so without the most telling day; p ≤ the rule's alpha ÷ two comparisons ÷ networks shown. Thresholds: 30% and 10 points off its share before; 1.5
 * or 0.5 times an even share. A change is told before a standing fact. Needs two networks and 50 clicks in each period.
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
    return told(changed, customTitle, `en los ${WINDOW_DAYS} anteriores tuvo`, CHANGE_TITLES)
  const even = `repartidos por igual entre tus ${links.length} enlaces sería`
  const found = farthest(links, (one) => unlikeEven(partsOf(now, one, links), 1 / links.length, alpha))
  const uneven = found.find((standing) => mayLag(days, standing))
  return uneven && told(uneven, customTitle, even, EVEN_TITLES)
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

function told(named: Named, customTitle: string, compared: string, titles: typeof EVEN_TITLES): Finding {
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

/** A title is somebody's own words: they stand apart from ours. */
const nameOf = (network: Network, customTitle: string): string =>
  networkName(network, customTitle === '' ? '' : `«${customTitle}»`)

const linkTo = (network: Network, customTitle: string): string => {
  if (network !== 'custom') return `tu enlace de ${NETWORK_WORDS[network]}`
  return customTitle === '' ? 'tu enlace propio' : `tu enlace «${customTitle}»`
}

/** Where people write they want an answer; elsewhere they read. */
const careOf = (network: Network, customTitle: string): string => {
  if (network === 'custom') return `Ten al día lo que se ve al abrir ${linkTo(network, customTitle)}.`
  if (network === 'website') return `Ten al día lo que se ve al abrir tu ${NETWORK_WORDS.website}.`
  return `Responde primero por ${NETWORK_WORDS[network]} y ten ahí tus datos al día.`
}
