import { activationCodeOf, instantOf, profileIdOf } from './list-events.ts'
import type { ListSizes } from './fill-lists.ts'

export interface ListCall {
  readonly title: string
  readonly path: (sizes: ListSizes) => string
}

/** As many as a screen shows. */
const PAGE = 20
const ZERO_ID = '00000000-0000-4000-8000-000000000000'

/** As `Link` writes it, whose module belongs to the API. */
const cursorOf = (sort: string, atMs: number): string =>
  Buffer.from(`${sort} ${atMs} ${ZERO_ID}`).toString('base64url')

const middleOf = (count: number): number => Math.floor(count / 2)

interface List {
  readonly path: string
  readonly sort?: string
  readonly count: keyof ListSizes
  readonly searches: Readonly<Record<string, (sizes: ListSizes) => string>>
}

const LISTS: Readonly<Record<string, List>> = {
  users: {
    path: 'users',
    count: 'people',
    searches: {
      'a name of many': () => 'search=catalina',
      'two names of some': () => 'search=catalina+riquelme',
      'one person': ({ people }) => `search=persona+${middleOf(people)}`,
    },
  },
  profiles: {
    path: 'profiles',
    count: 'people',
    searches: {
      'a name of many': () => 'search=catalina',
      'name and company': () => 'search=catalina+vinedos',
      'one person': ({ people }) => `search=${middleOf(people)}`,
      'one slug': ({ people }) => `search=persona-${middleOf(people)}`,
      'an e-mail': ({ people }) => `search=persona-${middleOf(people)}%40bench.example`,
    },
  },
  codes: {
    path: 'activation-codes',
    count: 'codes',
    searches: {
      'a name of many': () => 'search=catalina',
      'one person': ({ people }) => `search=persona+${middleOf(people)}`,
      'a whole code': ({ codes }) => `search=${activationCodeOf(middleOf(codes))}`,
    },
  },
  quotations: {
    path: 'quotations',
    count: 'quotations',
    searches: {
      'a name of many': () => 'search=catalina',
      'two names of some': () => 'search=catalina+riquelme',
      'one request': ({ quotations }) => `search=contacto+${middleOf(quotations)}`,
    },
  },
  reminders: {
    path: 'reminders',
    sort: '-subscribed_at',
    count: 'subscriptions',
    searches: {
      'one profile': ({ people }) => `profile_filter=${profileIdOf(middleOf(people))}`,
      'the beginning of one id': ({ people }) =>
        `profile_filter=${profileIdOf(middleOf(people)).slice(0, 13)}`,
      'the end of one id': ({ people }) => `profile_filter=${profileIdOf(middleOf(people)).slice(-7)}`,
      'three characters of some ids': ({ people }) =>
        `profile_filter=${profileIdOf(middleOf(people)).slice(-3)}`,
      'two characters of many ids': ({ people }) =>
        `profile_filter=${profileIdOf(middleOf(people)).slice(0, 2)}`,
    },
  },
}

/** By the name of the variant. */
export const LIST_CALLS: Readonly<Record<string, ListCall>> = Object.fromEntries(
  Object.entries(LISTS).flatMap(([name, list]) => callsOf(name, list)),
)

function callsOf(name: string, { path, sort = '-created_at', count, searches }: List) {
  const call = (title: string, query: (sizes: ListSizes) => string): [string, ListCall] => [
    `${name}, ${title}`,
    {
      title: `${name}, ${title}`,
      path: (sizes) => `/api/admin/${path}?limit=${PAGE}${query(sizes)}`,
    },
  ]
  const deep = (sizes: ListSizes): string =>
    `&after=${cursorOf(sort, instantOf(middleOf(sizes[count]), sizes[count]))}`
  return [
    call('first page', () => ''),
    call('page from the middle', deep),
    ...Object.entries(searches).map(([what, query]) =>
      call(`search of ${what}`, (sizes) => `&${query(sizes)}`),
    ),
  ]
}

/** How many rows an answer has. */
export function rowsOfAnswer(body: string): number {
  const answer = JSON.parse(body) as readonly unknown[] | { readonly reminders: readonly unknown[] }
  return 'reminders' in answer ? answer.reminders.length : answer.length
}
