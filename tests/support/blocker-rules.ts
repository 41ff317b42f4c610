/**
 * A handful of what lists that browsers' blockers have on by default refuse on any host, one's own too, as EasyPrivacy
 * and EasyList do by `/api/analytics/*`, `/assets/analytics-`, `/track/view`, `/ads/` and `&event=view&`.
 */
const WORDS = [
  String.raw`ads?(?:vert\w*)?`,
  String.raw`analytics?`,
  String.raw`banners?`,
  String.raw`beacons?`,
  String.raw`click_?track\w*`,
  String.raw`collect(?:ors?|ions?)?`,
  String.raw`events?`,
  String.raw`hits?`,
  String.raw`impressions?`,
  String.raw`metrics`,
  String.raw`page_?views?`,
  String.raw`pixels?`,
  String.raw`popups?`,
  String.raw`sponsors?`,
  String.raw`stat(?:s|istics)?`,
  String.raw`telemetry`,
  String.raw`track(?:ers?|ing|s)?`,
  String.raw`visits?`,
].join('|')

const BLOCKER_RULES: readonly RegExp[] = [
  // A part of the path, or how one begins: `/track/`, `/ads-2.js`, `/analytics?`.
  new RegExp(`/(?:${WORDS})(?:[/?#._:-]|$)`, 'i'),
  // The beginning of a file's name, whatever follows.
  new RegExp(`/(?:analytics|banner|beacon|collect|event|pixel|stats|track)[^/?#]*\\.\\w+(?:[?#]|$)`, 'i'),
  // The name of a field in the query.
  new RegExp(`[?&](?:${WORDS})(?:[_-]\\w+)?=`, 'i'),
]

export const isRefusedByBlockers = (address: string): boolean =>
  BLOCKER_RULES.some((rule) => rule.test(address))
