import type { KeyedNames } from '@app/vault/keys/keyed-names.ts'
import type { LoggedEvent } from './product-log.ts'
import type { Answer, Diary, KeyedCall } from '../support/people.ts'

/** Facts of accounts, codes, profiles and slugs in the log, and contradictions that must never occur. */

interface Account {
  readonly id: string
  registrations: number
  readonly activations: {
    readonly code?: string
    readonly maxProfiles: number
    readonly profileId?: string
  }[]
  readonly slots: string[]
}
interface Code {
  readonly maxProfiles: number
  readonly winners: string[]
}
interface Profile {
  readonly ownerId: string
}

export interface AccountFacts {
  readonly accounts: ReadonlyMap<string, Account>
  readonly codes: ReadonlyMap<string, Code>
  readonly profiles: ReadonlyMap<string, readonly Profile[]>
  /** Owner of each slug, by its keyed name. */
  readonly slugs: ReadonlyMap<string, readonly string[]>
  /** Derives the log's keyed names of slugs and codes. */
  readonly names: KeyedNames
}

/** Folds the events since the first request. */
export function accountFactsOf(log: readonly LoggedEvent[], names: KeyedNames): AccountFacts {
  const accounts = new Map<string, Account>()
  const codes = new Map<string, Code>()
  const profiles = new Map<string, Profile[]>()
  const slugs = new Map<string, string[]>()
  for (const { stream, type, data } of log) {
    const id = stream.slice(stream.indexOf('-') + 1)
    const account = (): Account => {
      const known = accounts.get(id) ?? { id, registrations: 0, activations: [], slots: [] }
      accounts.set(id, known)
      return known
    }
    if (type === 'AccountRegistered') account().registrations += 1
    if (type === 'AccountActivated') account().activations.push(data as unknown as Account['activations'][0])
    if (type === 'ProfileSlotTaken') account().slots.push(data.profileId as string)
    if (type === 'CodeIssued') codes.set(id, { maxProfiles: data.maxProfiles as number, winners: [] })
    if (type === 'CodeRedeemed') codes.get(id)!.winners.push(data.accountId as string)
    if (type === 'CodeReleased') codes.get(id)!.winners.pop()
    if (type === 'ProfileCreated') profiles.set(id, [...(profiles.get(id) ?? []), data as unknown as Profile])
    if (type === 'SlugClaimed') slugs.set(id, [...(slugs.get(id) ?? []), data.profileId as string])
  }
  return { accounts, codes, profiles, slugs, names }
}

/** Incomplete work, which a crash may leave for a moment. */
export function halfDoneIn({ accounts, codes, profiles, slugs }: AccountFacts): readonly string[] {
  const half: string[] = []
  for (const [code, { winners }] of codes)
    for (const winner of winners)
      if (accounts.get(winner)?.activations.some((one) => one.code === code) !== true)
        half.push(`code ${code} was redeemed, and ${winner} not activated`)
  for (const { id, slots } of accounts.values())
    for (const slot of slots)
      if (!profiles.has(slot)) half.push(`account ${id} has a slot for ${slot}, which is not created`)
  for (const [slug, [profileId = '']] of slugs)
    if (!profiles.has(profileId)) half.push(`slug ${slug} is claimed for ${profileId}, which is not created`)
  return half
}

/** Contradictions that must never exist, not even for a moment. */
export const faultsIn = (facts: AccountFacts): readonly string[] => [
  ...[...facts.codes].flatMap(([code, { winners }]) =>
    winners.length > 1 ? [`code ${code} was redeemed ${winners.length} times`] : [],
  ),
  ...[...facts.accounts.values()].flatMap((account) => faultsOfAccount(account, facts)),
  ...[...facts.profiles].flatMap(([id, made]) => faultsOfProfile(id, made, facts)),
  ...faultsOfSlugs(facts),
]

function faultsOfAccount(
  { id, registrations, activations, slots }: Account,
  { codes }: AccountFacts,
): readonly string[] {
  const [activation] = activations
  const code = codes.get(activation?.code ?? '')
  const isOwn = code?.winners[0] === id && code.maxProfiles === activation?.maxProfiles
  const rules: readonly (readonly [string, boolean])[] = [
    [`is registered ${registrations} times`, registrations === 1],
    [`is activated ${activations.length} times`, activations.length <= 1],
    ['is activated by a code that it did not redeem', activation === undefined || isOwn],
    [`has ${slots.length} places`, slots.length <= (activation?.maxProfiles ?? 0)],
    ['has one slot twice', new Set(slots).size === slots.length],
    ['has a first profile other than that of its activation', activation?.profileId === slots[0]],
  ]
  return rules.flatMap(([fault, holds]) => (holds ? [] : [`account ${id} ${fault}`]))
}

function faultsOfProfile(
  id: string,
  [made, ...again]: readonly Profile[],
  { accounts, slugs }: AccountFacts,
): readonly string[] {
  const { ownerId } = made!
  const rules: readonly (readonly [string, boolean])[] = [
    ['is made twice', again.length === 0],
    ['has no place', accounts.get(ownerId)?.slots.includes(id) === true],
    ['has claimed no slug', [...slugs.values()].some(([profileId]) => profileId === id)],
  ]
  return rules.flatMap(([fault, holds]) => (holds ? [] : [`profile ${id} ${fault}`]))
}

function faultsOfSlugs({ slugs }: AccountFacts): readonly string[] {
  const claims = [...slugs.values()].flat()
  const twice = claims.filter((profileId, place) => claims.indexOf(profileId) !== place)
  return [
    ...[...slugs].flatMap(([slug, owners]) => (owners.length > 1 ? [`slug ${slug} is claimed twice`] : [])),
    ...twice.map((profileId) => `profile ${profileId} has claimed two slugs`),
  ]
}

/** Acknowledged facts that the log lacks. */
export function lostIn(facts: AccountFacts, diaries: readonly Diary[]): readonly string[] {
  return diaries.flatMap((diary) =>
    diary.calls.flatMap((call) => {
      const { answer } = call
      const isKept =
        answer === undefined || (answer.status === 200 ? isIn : isRightly)(facts, diary, call, answer)
      return isKept
        ? []
        : [`${diary.person.id} ${call.what}: ${answer?.status} ${JSON.stringify(answer?.body)}`]
    }),
  )
}

type Kept = (facts: AccountFacts, diary: Diary, call: KeyedCall, answer: Answer) => boolean

const isIn: Kept = (facts, { person, accountId = '' }, { what }, { body }) => {
  const { accounts, codes, profiles, slugs, names } = facts
  const account = accounts.get(accountId)
  if (account === undefined) return false
  if (what === 'register') return account.registrations === 1
  const codeId = names.activationCode(person.code)
  if (what === 'activate')
    return codes.get(codeId)?.winners[0] === accountId && account.activations[0]?.code === codeId
  const profileId = body.id as string
  const isTheirs = slugs.get(names.slug(body.slug as string))?.[0] === profileId
  return account.slots.includes(profileId) && profiles.has(profileId) && isTheirs
}

/** Whether a refusal is right, because a rival was faster or the account was full. */
const isRightly: Kept = ({ accounts, codes, names }, { person, accountId = '' }, { what }) => {
  if (what === 'register') return person.id.endsWith('rival') || /-1@/.test(person.email)
  if (what === 'activate')
    return ![undefined, accountId].includes(codes.get(names.activationCode(person.code))?.winners[0])
  const account = accounts.get(accountId)
  return account !== undefined && account.slots.length === account.activations[0]?.maxProfiles
}

/** Profiles without a call of their own, or several profiles of one key. */
export function doubledIn({ accounts }: AccountFacts, diaries: readonly Diary[]): readonly string[] {
  return diaries.flatMap(({ accountId, calls }) => {
    const account = accountId === undefined ? undefined : accounts.get(accountId)
    if (account === undefined) return []
    const creations = calls.filter(({ what }) => what === 'create')
    const answered = new Set(
      creations.flatMap(({ answer }) => (answer?.status === 200 ? [answer.body.id] : [])),
    )
    const untold = creations.filter(({ answer }) => answer === undefined).length
    const others = account.slots.slice(1).filter((slot) => !answered.has(slot))
    return others.length > untold ? [`account ${accountId}: ${others.length} profiles, ${untold} calls`] : []
  })
}
