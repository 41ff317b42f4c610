import type { Call } from '@app/contracts/api/call.ts'
import { refusalsOf } from '@app/contracts/api/call-refusals.ts'
import { answerHeadersOf, commonHeadersOf } from '@app/contracts/api/call-headers.ts'
import { ANSWER_HEADERS, type AnswerHeader } from '@app/contracts/api/headers.ts'
import { REFUSALS, type RefusalCode } from '@app/contracts/refusals.ts'
import { z } from 'zod'

export type Json = Record<string, unknown>

export type Components = Record<string, Json>

/** Definitions with an id go to `components`, where the references point. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & {
    $defs?: Components
  }
  const toComponents = (part: Json): Json =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  for (const [name, definition] of Object.entries($defs)) components[name] = toComponents(definition)
  return toComponents(json)
}

const EVENT_STREAM = 'text/event-stream'

const headersOf = (names: readonly AnswerHeader[]): Json =>
  names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, ANSWER_HEADERS[name]])) }

function mediaOf(type: string, call: Call, components: Components): Json {
  if (type === 'application/json') return { schema: schemaOf(call.answer, 'output', components) }
  if (type !== EVENT_STREAM) return {}
  return {
    schema: {
      type: 'string',
      description:
        'Server-sent events without end: `event` is the type of a message, `data` the rest of it as JSON.',
      contentMediaType: 'application/json',
      contentSchema: schemaOf(call.answer, 'output', components),
    },
  }
}

function successOf(call: Call, components: Components): Json {
  const types = [call.answerType ?? 'application/json'].flat()
  const content = Object.fromEntries(types.map((type) => [type, mediaOf(type, call, components)]))
  return {
    description: types.length === 0 && call.answerStatus === 302 ? 'The browser goes on.' : 'Done.',
    ...headersOf(answerHeadersOf(call)),
    ...(types.length === 0 ? {} : { content }),
  }
}

const REFUSED: Json = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }

function refusedWith(call: Call, status: number, codes: readonly RefusalCode[]): Json {
  const canBeRetried = status === 429 || status === 503 || codes.includes('in-progress')
  return {
    description: codes.map((code) => `${code}: ${REFUSALS[code].detail}`).join(' '),
    ...headersOf([...commonHeadersOf(call), ...(canBeRetried ? (['Retry-After'] as const) : [])]),
    content: REFUSED,
  }
}

export function responsesOf(call: Call, components: Components): Json {
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of refusalsOf(call)) {
    const { status } = REFUSALS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const others = Object.entries(call.otherAnswers ?? {}).map(([status, description]) => [
    status,
    { description },
  ])
  return {
    [call.answerStatus ?? 200]: successOf(call, components),
    ...(Object.fromEntries(others) as Json),
    ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusedWith(call, status, codes)])),
    default: refusedWith(call, REFUSALS.unexpected.status, ['unexpected']),
  }
}
