import { Router } from 'express'
import { EXPORT_TYPE, getExport } from '@app/contracts/privacy/account-data.ts'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { RegisteredAccount } from '../accounts/account-state.ts'
import {
  findAnalysedProfile,
  listOwnProfiles,
  type VisitedProfile,
} from '@app/projections/profiles/list-profiles.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { pageOfVisitors, type PagedVisitor } from '@app/projections/visitors/queries.ts'
import { unifiedFigures } from '../analytics/read-figures.ts'
import { guardedFileRoute } from '../platform/http/route.ts'
import { createDownloads } from '../platform/http/downloads.ts'
import { recordDone } from './rights/request-commands.ts'
import { userOf } from '../accounts/login.ts'
import type { Ctx } from '../platform/ctx.ts'

const NOTE =
  'Las fechas están en UTC. Los visitantes te dieron sus datos a ti, para saber quiénes son: úsalos solo para eso, y bórralos si te lo piden. ' +
  'No están las contraseñas ni las llaves, que nadie puede leer, ni los correos de quienes pidieron un recordatorio. ' +
  'El historial completo está en el expediente de tu cuenta. ' +
  `¿Algo no está bien o te falta? Escríbenos a ${PRODUCT.supportEmail}.`

interface ExportedAccount {
  readonly id: string
  readonly state: RegisteredAccount
}

/** All that is stored of the account and its profiles, without hashes, keys and ids of visitors. */
async function* exportText(deps: Ctx, { id, state }: ExportedAccount): AsyncGenerator<string> {
  yield `{"note":${JSON.stringify(NOTE)},\n"account":${JSON.stringify(await accountOf(deps, { id, state }))},\n"profiles":[`
  let before = '\n'
  for (const record of await listOwnProfiles(deps, id, LIMITS.profilesMax)) {
    yield before
    yield* profileText(deps, record)
    before = ',\n'
  }
  yield ']}\n'
}

async function* listText(items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : ']'
}

async function accountOf({ openSessions, now }: Ctx, { id, state }: ExportedAccount): Promise<object> {
  const sessions = await openSessions.list(id, state.sessionVersion)
  return {
    exported_at: now().toISOString(),
    ...userOf(id, state),
    registered_at: state.registeredAt,
    has_password: state.hasPassword,
    external_logins: state.externalLogins,
    sessions: sessions.map(({ device, beganAt, seenAt }) => ({
      device,
      began_at: beganAt.toISOString(),
      seen_at: seenAt.toISOString(),
    })),
  }
}

const PAGE = 200

const PICTURES = ['profile_image', 'company_logo', 'background_image'] as const

async function* profileText(deps: Ctx, record: VisitedProfile): AsyncGenerator<string> {
  const { profile, visits, isActive, createdAt } = record
  const written = {
    ...profile,
    ...(await picturesOf(deps, profile)),
    url: `${deps.publicUrl}/pages/${profile.slug}`,
    is_active: isActive,
    created_at: createdAt,
    visits,
    figures: await figuresOf(deps, profile.id),
  }
  yield `${JSON.stringify(written).slice(0, -1)},"visitors":`
  yield* listText(exportedVisitors(deps, profile.id))
  yield '}'
}

/** In the largest size there is: the uploaded file itself is not stored. */
async function picturesOf({ storedImages }: Ctx, profile: PublicProfile): Promise<object> {
  const pictures: Record<string, string | null> = {}
  for (const field of PICTURES) {
    const ref = profile[field]
    const picture = ref === null ? undefined : await storedImages.find(ref)
    pictures[field] = picture ? `data:image/webp;base64,${picture.bytes.toString('base64')}` : null
  }
  return pictures
}

async function figuresOf(deps: Ctx, profileId: string): Promise<object | null> {
  const analysed = await findAnalysedProfile(deps, profileId)
  if (analysed === undefined) return null
  // They are a list of their own, which is longer than what a dashboard shows.
  const { visitors: _visitors, ...figures } = await unifiedFigures(deps, analysed, { date_range: 'all-time' })
  return figures
}

/** Visitors who identified themselves, as the owner sees them; the erased ones have no text and are left out, the blocked ones are there without theirs. */
async function* exportedVisitors(source: SealedRows, profileId: string): AsyncGenerator<object> {
  for (let after: string | undefined; ;) {
    const page = await pageOfVisitors(source, { profileId, after, limit: PAGE })
    for (const visitor of page) {
      const texts = visitor.isBlocked ? { name: BLOCKED_TEXT } : toldIn(visitor.texts)
      if (texts !== undefined) yield { ...texts, ...whatTheyDid(visitor) }
    }
    if (page.length < PAGE) return
    after = page.at(-1)!.visitorId
  }
}

const whatTheyDid = ({ clicks, downloads, lastAtMs }: PagedVisitor): object => ({
  clicks,
  downloads,
  last_told_at: new Date(lastAtMs).toISOString(),
})

function toldIn(texts: readonly JsonObject[]): object | undefined {
  const text = texts.find(({ fullName, visitorName }) => (fullName ?? visitorName) !== undefined)
  if (text === undefined) return undefined
  const { fullName, visitorName, phone = '', description = '' } = text
  return { name: fullName ?? visitorName, phone, description }
}

export function exportRoutes(deps: Ctx): Router {
  const router = Router()
  const download = createDownloads(deps)
  guardedFileRoute(router, deps, getExport, async ({ response }, { accountId: id, account: state }) => {
    const file = { accountId: id, name: 'mis-datos', extension: 'json', type: EXPORT_TYPE }
    // Once it has begun it counts as done: a receiver that leaves early may have enough.
    await download(response, file, exportText(deps, { id, state }))
    const by = { actor: { kind: 'owner', id }, atMs: deps.now().getTime() } as const
    const about = accountStream(id)
    await recordDone(deps, { kind: 'portability', channel: 'account', proof: 'session', about }, by)
  })
  return router
}
