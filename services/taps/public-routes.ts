import type { IncomingMessage } from 'node:http'
import { Router } from 'express'
import { getPublicProfile, postTrack } from '@app/contracts/taps.ts'
import type { Network } from '@app/contracts/traffic/kinds.ts'
import { eventIdOf, type CallPartsOf } from '../platform/http/parse-call.ts'
import { route } from '../platform/http/route.ts'
import { durable, prepareInteraction, type TrafficCall } from './traffic-commands.ts'
import { objectsToCounting, visitorIdIn, wantsNoId } from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

export const inputOfQuery = (
  { v, u, s, r }: CallPartsOf<typeof getPublicProfile>['query'],
  request: IncomingMessage,
): TrafficCall['input'] => ({
  visit_id: v,
  visitor_id: visitorIdIn(request) ?? u,
  source: s,
  referrer: r,
})

export const nameIn = (name: string | null | undefined): string | undefined => name?.trim() || undefined

type Track = Pick<CallPartsOf<typeof postTrack>, 'params' | 'body'>

export async function track(
  deps: Ctx,
  { params, body, request }: Track & { readonly request: IncomingMessage },
) {
  const record = await deps.profiles.byId(params.profileId)
  if (objectsToCounting(request)) return { recorded: false as const }
  const eventId = eventIdOf(request, record.profile.id, body.event_id)
  const visitorName = nameIn(body.visitor_name)
  const clicked = prepareInteraction(deps, { request, record, input: body, eventId }, (common) => {
    // To add fields to a copy takes ten times as long as to copy into an object that has them.
    if (body.event_type === 'vcf') return { type: 'ContactDownloaded', data: { visitorName, ...common } }
    const network = body.event_type.slice('click_'.length) as Network
    return { type: 'LinkClicked', data: { network, visitorName, ...common } }
  })
  const isPlain = !visitorName && !request.headers.authorization && body.visitor_id !== undefined
  return durable(clicked, isPlain && !wantsNoId(request))
}

export function publicRoutes(deps: Ctx): Router {
  const router = Router()

  route(router, deps, postTrack, (call) => track(deps, call))

  route(router, deps, getPublicProfile, async ({ params, query, request, response }) => {
    const record = await deps.profiles.bySlug(params.slug)
    if (objectsToCounting(request)) return record.profile
    const input = inputOfQuery(query, request)
    const trafficCall = { request, record, input, eventId: query.e ?? query.v }
    const tapped = prepareInteraction(deps, trafficCall, (common, eventId) => {
      const { visitId = eventId, source = 'link' } = common
      return { type: 'ProfileTapped', data: { touch: query.touch, ...common, visitId, source } }
    })
    await durable(tapped)
    response.setHeader('Tap-Status', 'recorded')
    return record.profile
  })
  return router
}
