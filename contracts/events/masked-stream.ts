import { identityStream } from '../accounts/events.ts'
import { activationCodeStream } from '../codes.ts'
import { slugStream } from '../profiles/events.ts'
import { suppressionStream } from '../reminders/events.ts'

const SECRET_STREAMS = [activationCodeStream(''), identityStream(''), slugStream(''), suppressionStream('')]
export const MASK = '•••'
const VISITOR = /(visitor-[0-9a-f-]{36}\.)[0-9a-f-]{36}/gi

/** Without a code, a hash by which a guess could be confirmed, and the id that proves who a visitor is. */
export const maskedStream = (stream: string): string => {
  const prefix = SECRET_STREAMS.find((one) => stream.startsWith(one))
  return prefix === undefined ? withoutVisitor(stream) : prefix + MASK
}

/** As long as what `VISITOR` finds: most texts are shorter, and are not searched. */
const VISITOR_CHARS = 81
/** Subjects and their streams have the id of a visitor. */
export const withoutVisitor = (text: string): string =>
  text.length < VISITOR_CHARS ? text : text.replace(VISITOR, `$1${MASK}`)
