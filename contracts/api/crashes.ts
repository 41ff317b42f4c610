import { z } from 'zod'
import { call } from './call.ts'

const FRAMES_MAX = 20

/** Names and places of our own code; an error's message may hold what somebody typed, and is not sent. */
export const crashBody = z.object({
  name: z
    .string()
    .regex(/^\w{1,60}$/)
    .meta({ description: 'Class of the error.' }),
  frames: z
    .array(z.string().regex(/^assets\/[\w.-]{1,80}:\d{1,7}:\d{1,7}$/))
    .max(FRAMES_MAX)
    .meta({ description: 'File, line and column of the build, from the innermost call outwards.' }),
})

export type Crash = z.infer<typeof crashBody>

const PLACE = /\/(assets\/[\w.-]{1,80}:\d{1,7}:\d{1,7})/g
const NAME = /^\w{1,60}$/

export function crashOf(error: unknown): Crash {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] }
  const places = [...(error.stack ?? '').matchAll(PLACE)].map(([, place = '']) => place)
  return { name: NAME.test(error.name) ? error.name : 'Error', frames: places.slice(0, FRAMES_MAX) }
}

export const postCrash = call({
  method: 'post',
  path: '/api/crashes',
  summary:
    'The client reports that it crashed. The id is in the log too, so that a person can name it to support.',
  access: 'everyone',
  limit: { name: 'crash' },
  body: crashBody,
  answer: z.object({ id: z.uuid() }).meta({ id: 'CrashReported' }),
})
