import type { IncomingMessage } from 'node:http'
import { Router } from 'express'
import type { z } from 'zod'
import type { eventFields, eventQuery } from '@app/contracts/api/call-parts.ts'
import { getPublicProfile, postIdentify, postTrack, type trackBody } from '@app/contracts/taps.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Network } from '@app/contracts/traffic/kinds.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { eventIdOf } from '../platform/http/parse-call.ts'
import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'
import { route } from '../platform/http/route.ts'
import { prepareInteraction, prepareTap, type Common } from './traffic-commands.ts'
import type { RecordInteraction } from './interaction.ts'
import { objectsToCounting, visitorIdIn, type EventInput } from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

export const inputOfQuery = (
  { e, v, u, s, r }: z.infer<typeof eventQuery>,
  request: IncomingMessage,
): EventInput => ({
  eventId: e,
  visitId: v,
  visitorId: visitorIdIn(request) ?? u,
  source: s,
  referrer: r,
})

const inputOfBody = (
  body: z.infer<z.ZodObject<typeof eventFields>>,
  request: IncomingMessage,
  { profile }: ProfileRecord,
): EventInput => ({
  eventId: eventIdOf(request, profile.id, body.event_id),
  visitId: body.visit_id,
  visitorId: body.visitor_id,
  source: body.source,
  referrer: body.referrer,
  occurredAt: body.occurred_at,
  ageMs: body.age_ms,
})

export const nameIn = (name: string | null | undefined): string => name?.trim() ?? ''

export function trackedEvent(
  body: z.infer<typeof trackBody>,
  common: Common,
): Extract<RecordInteraction['event'], { type: 'LinkClicked' | 'ContactDownloaded' }> {
  const visitorName = nameIn(body.visitor_name) || undefined
  if (body.event_type === 'vcf') return { type: 'ContactDownloaded', data: { visitorName, ...common } }
  const network = body.event_type.slice('click_'.length) as Network
  // To add fields to a copy takes ten times as long as to copy into an object that has them.
  return { type: 'LinkClicked', data: { network, visitorName, ...common } }
}

/** Durable before the answer; without an answer in time, the client sends it again. */
async function durable({ attempt, eventId }: ReturnType<typeof prepareTap>) {
  await withTimeout(attempt(), LIMITS.trackWaitMsMax, () => {
    throw new Refusal('unavailable')
  })
  return { recorded: true as const, event_id: eventId }
}

export function publicRoutes(deps: Ctx): Router {
  const router = Router()
  const { profiles } = deps

  route(router, deps, postTrack, async ({ params, body, viewer, request }) => {
    const record = await profiles.byId(params.profileId)
    if (objectsToCounting(request)) return { recorded: false as const }
    const input = inputOfBody(body, request, record)
    const trafficCall = { request, viewer, record, input }
    return durable(prepareInteraction(deps, trafficCall, (common) => trackedEvent(body, common)))
  })

  route(router, deps, getPublicProfile, async ({ params, query, viewer, request, response }) => {
    const record = await profiles.bySlug(params.slug)
    if (objectsToCounting(request)) return record.profile
    const input = { ...inputOfQuery(query, request), touch: query.touch }
    await durable(prepareTap(deps, { request, viewer, record, input }))
    response.setHeader('Tap-Status', 'recorded')
    return record.profile
  })

  route(router, deps, postIdentify, async ({ params, body, viewer, request }) => {
    const record = await profiles.byId(params.profileId)
    const input = inputOfBody(body, request, record)
    const { full_name: fullName, phone, description } = body
    const words = { fullName, phone, description, consent: IDENTIFY_CONSENT }
    const identified = prepareInteraction(deps, { request, viewer, record, input }, (common) => ({
      type: 'VisitorIdentified',
      data: { ...words, ...common },
    }))
    return durable(identified)
  })
  return router
}
