import { z } from 'zod'

/** No typed name equals this: text fields refuse NUL. */
const HIDDEN = '__proto__\u0000'

const renamed = (from: string, to: string) => (record: object) =>
  Object.hasOwn(record, from)
    ? Object.fromEntries(Object.entries(record).map(([name, value]) => [name === from ? to : name, value]))
    : record

const hide = renamed('__proto__', HIDDEN)
const show = renamed(HIDDEN, '__proto__')

export const withCopyableKeys = <Value>(record: Readonly<Record<string, Value>>) =>
  hide(record) as Record<string, Value>

const nameOfKey = (key: string): string => (key === HIDDEN ? '__proto__' : key)

/** The latest first. An object cannot say so: the language puts names that are numbers before all others. */
export const latestNamed = <Value extends { readonly named_at: string }>(
  record: Readonly<Record<string, Value>>,
): readonly (readonly [name: string, value: Value])[] =>
  Object.entries(record)
    .map(([key, value]) => [nameOfKey(key), value] as const)
    .sort(([, one], [, other]) => Date.parse(other.named_at) - Date.parse(one.named_at))

/** Keys are people's names. zod's own record drops the key `__proto__`. */
export const namedRecord = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (input) => (typeof input === 'object' && input !== null ? hide(input) : input),
    z.record(z.string(), value).overwrite((record) => show(record) as typeof record),
  )
