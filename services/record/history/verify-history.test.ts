import { describe, expect, test } from 'vitest'
import { positionOf, type LogInspection, type StoredEvent } from '@app/contracts/event-store.ts'
import { leafOf } from '../leaf.ts'
import { AHEAD_MAX } from './leaves-ahead.ts'
import { leafHash, createGrowingRoot } from '../tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf } from '../tree/tiles.ts'
import {
  FINDINGS_MAX,
  FINDINGS_OF_A_KIND_MAX,
  type HistoryFinding,
  type RecordedLeaf,
} from './history-findings.ts'
import type { RecordedSeal, SealRecord } from './seal-records.ts'
import { SEALED_WITHIN_MS, verifyHistory, type HistorySources } from './verify-history.ts'

const SIZES = [3, 40, 41, 300, 310]

const eventAt = (nth: number, text = `text ${nth}`): StoredEvent =>
  ({
    position: positionOf(BigInt(nth * 2 + 1)),
    stream: `profile-${nth % 7}`,
    revision: BigInt(Math.floor(nth / 7)),
    id: `0199a000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
    type: 'ProfileEdited',
    version: 1,
    data: { text },
    meta: { occurredAt: '2026-11-23T12:00:00.000Z' },
    recordedAt: new Date(0),
  }) as unknown as StoredEvent

const EVENTS = Array.from({ length: 320 }, (_, nth) => eventAt(nth))
const hashesOf = (events: readonly StoredEvent[]) => events.map((event) => leafHash(leafOf(event)))
const leavesOf = (events: readonly StoredEvent[]): readonly RecordedLeaf[] =>
  hashesOf(events).map((hash, nth) => ({ hash, position: events[nth]!.position }))

function sealsOf(events: readonly StoredEvent[], sizes = SIZES): readonly RecordedSeal[] {
  const roots = sizes.map((size) => headOf(extended(EMPTY_EDGE, hashesOf(events.slice(0, size))).edge).root)
  return sizes.map((size, nth) => ({
    kind: 'seal',
    size,
    root: roots[nth]!,
    previous: roots[nth - 1],
    position: positionOf(BigInt(10_000 + nth)),
    sealedAt: new Date(nth).toISOString(),
    keyId: '00000000',
    signature: Buffer.alloc(64),
    chain: { previousSize: sizes[nth - 1] ?? 0, signature: Buffer.alloc(64) },
    isSigned: true,
  }))
}

async function* paged<Item>(items: readonly Item[], size = 37): AsyncGenerator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

interface Given {
  readonly events?: readonly StoredEvent[]
  readonly leaves?: readonly RecordedLeaf[]
  readonly seals?: readonly SealRecord[]
  readonly inspection?: LogInspection
  readonly anchor?: HistorySources['anchor']
  readonly head?: HistorySources['head']
  readonly now?: HistorySources['now']
}

const NOTHING: LogInspection = {
  closedStreams: [],
  misplaced: [],
  disordered: [],
  gaps: [],
  notPlain: [],
  rows: undefined,
}

const verdictOf = ({
  events = EVENTS,
  leaves = leavesOf(EVENTS),
  seals = sealsOf(EVENTS),
  inspection = NOTHING,
  anchor,
  head,
  now,
}: Given) =>
  verifyHistory({
    events: paged(events),
    leaves: paged(leaves, 41),
    seals: paged(seals, 2),
    inspect: async () => inspection,
    head,
    now,
    ...(anchor === undefined ? {} : { anchor }),
  })

const findingsOf = async (given: Given): Promise<readonly HistoryFinding[]> =>
  (await verdictOf(given)).findings
const placeOf = ({ id, type, stream, revision, position }: StoredEvent) => ({
  id,
  type,
  stream,
  revision,
  position,
})
const KEPT = sealsOf(EVENTS).at(-1)!

describe('an untouched log', () => {
  test('has no findings, and its last events are not sealed yet', async () => {
    expect(await verdictOf({})).toEqual({
      findings: [],
      isCutShort: false,
      events: 320,
      sealed: 310,
      tableFaults: 0,
      continuesAnchor: undefined,
      continuesHead: undefined,
      keyChanges: [],
      givenUp: [],
    })
  })

  test('continues a checkpoint that was kept elsewhere', async () => {
    for (const anchor of sealsOf(EVENTS))
      expect(await verdictOf({ anchor })).toMatchObject({ continuesAnchor: true })
  })

  test('is not at fault for lost tables of its tree, nor for tables that were changed alone', async () => {
    expect(await findingsOf({ leaves: [] })).toEqual([])
    const changed = leavesOf([eventAt(7, 'another text')])[0]!
    const leaves = leavesOf(EVENTS).with(7, changed).toSpliced(90, 1)
    expect(await verdictOf({ leaves })).toMatchObject({ findings: [], tableFaults: 2 })
  })

  test('is judged by the tables behind its last seal', async () => {
    const changed = eventAt(315, 'another text')
    expect(await findingsOf({ events: EVENTS.with(315, changed) })).toEqual([
      { kind: 'changed', event: placeOf(changed) },
    ])
  })

  test('without events and seals is one', async () => {
    expect(await verdictOf({ events: [], leaves: [], seals: [] })).toMatchObject({
      findings: [],
      events: 0,
      sealed: 0,
    })
  })
})

const CHANGED = eventAt(50, 'text 51')
const ADDED = { ...eventAt(50, 'never said'), position: positionOf(EVENTS[50]!.position + 1n) }
const SWAPPED = EVENTS.with(20, { ...EVENTS[299]!, position: EVENTS[20]!.position }).with(299, {
  ...EVENTS[20]!,
  position: EVENTS[299]!.position,
})
const REWRITTEN = EVENTS.with(100, eventAt(100, 'another text'))
const SEALS = sealsOf(EVENTS)

describe('each tampering has its own verdict and place', () => {
  test.each<readonly [what: string, given: Given, findings: readonly HistoryFinding[]]>([
    ['a byte changed', { events: EVENTS.with(50, CHANGED) }, [{ kind: 'changed', event: placeOf(CHANGED) }]],
    [
      'an event removed',
      { events: EVENTS.toSpliced(50, 1) },
      [{ kind: 'removed', position: EVENTS[50]!.position }],
    ],
    [
      'an event added',
      { events: EVENTS.toSpliced(51, 0, ADDED) },
      [{ kind: 'added', event: placeOf(ADDED) }],
    ],
    [
      'two events swapped',
      { events: SWAPPED },
      [{ kind: 'swapped', events: [placeOf(SWAPPED[20]!), placeOf(SWAPPED[299]!)] }],
    ],
    [
      'an event changed with its leaf',
      { events: REWRITTEN, leaves: leavesOf(REWRITTEN) },
      [{ kind: 'changed-with-leaf', from: 41, to: 300 }],
    ],
    [
      'a seal dropped',
      { seals: SEALS.toSpliced(2, 1) },
      [{ kind: 'seal-dropped', position: SEALS[3]!.position }],
    ],
    [
      'the first seal dropped',
      { seals: SEALS.slice(1) },
      [{ kind: 'seal-dropped', position: SEALS[1]!.position }],
    ],
    [
      'a signature by another key',
      { seals: SEALS.with(1, { ...SEALS[1]!, isSigned: false }) },
      [{ kind: 'foreign-signature', position: SEALS[1]!.position }],
    ],
  ])('%s', async (_what, given, findings) => expect(await findingsOf(given)).toEqual(findings))

  test('the tail cut, with its seals and its leaves', async () => {
    const events = EVENTS.slice(0, 120)
    const given = { events, leaves: leavesOf(events), seals: sealsOf(events, [3, 40, 41]) }
    expect(await findingsOf(given)).toEqual([])
    expect(await verdictOf({ ...given, anchor: KEPT })).toMatchObject({
      findings: [{ kind: 'tail-cut', size: 120, sealed: 310 }],
      continuesAnchor: false,
    })
  })

  test('the tail rewritten, with its seals and its leaves', async () => {
    const events = [...EVENTS.slice(0, 200), ...EVENTS.slice(200).map((_, nth) => eventAt(200 + nth, 'new'))]
    const given = { events, leaves: leavesOf(events), seals: sealsOf(events) }
    expect(await findingsOf(given)).toEqual([])
    expect(await findingsOf({ ...given, anchor: KEPT })).toEqual([{ kind: 'tail-rewritten', sealed: 310 }])
  })

  test('several at once are all named, in the order of the log', async () => {
    const events = EVENTS.with(10, eventAt(10, 'a')).with(250, eventAt(250, 'b')).toSpliced(120, 1)
    expect((await findingsOf({ events })).map(({ kind }) => kind)).toEqual(['changed', 'removed', 'changed'])
  })
})

describe('a tampering that closed up the positions behind it', () => {
  const renumbered = (events: readonly StoredEvent[]) =>
    events.map((event, nth) => ({ ...event, position: positionOf(BigInt(nth * 2 + 1)) }))

  test('is one event removed, not all behind it changed [SEAL-7]', async () => {
    expect(await findingsOf({ events: renumbered(EVENTS.toSpliced(50, 3)) })).toEqual(
      [50, 51, 52].map((nth) => ({ kind: 'removed', position: EVENTS[nth]!.position })),
    )
  })

  test('is one event added, not all behind it changed [SEAL-7]', async () => {
    const events = renumbered(EVENTS.toSpliced(50, 0, eventAt(900)))
    expect(await findingsOf({ events })).toEqual([{ kind: 'added', event: placeOf(events[50]!) }])
  })

  test('is one event removed and one added where an event was moved [SEAL-7]', async () => {
    const events = renumbered(EVENTS.toSpliced(50, 1).toSpliced(70, 0, EVENTS[50]!))
    expect((await findingsOf({ events })).map(({ kind }) => kind).toSorted()).toEqual(['added', 'removed'])
  })
})

test('two swapped events are named however far apart they are, and what was changed between them [SEAL-7]', async () => {
  const many = Array.from({ length: 2 * AHEAD_MAX }, (_, nth) => eventAt(nth))
  for (const [one, other] of [
    [20, 21],
    [20, 40],
    [20, 20 + AHEAD_MAX + 5],
  ] as const) {
    const events = many
      .with(one, { ...many[other]!, position: many[one]!.position })
      .with(other, { ...many[one]!, position: many[other]!.position })
    const findings = await findingsOf({ events, leaves: leavesOf(many), seals: sealsOf(many) })
    expect(findings).toEqual([{ kind: 'swapped', events: [placeOf(events[one]!), placeOf(events[other]!)] }])
  }
})

test('an event that nobody can read any more is named, and so is each change behind it [SEAL-7]', async () => {
  const nested = eventAt(60)
  const deep = { ...nested, data: JSON.parse(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`) as object }
  const unreadable = {
    position: EVENTS[30]!.position,
    fault: 'data: not an object',
  } as unknown as StoredEvent
  const events = EVENTS.with(30, unreadable)
    .with(60, deep as StoredEvent)
    .with(90, eventAt(90, 'x'))
  expect(await findingsOf({ events })).toEqual([
    { kind: 'unreadable', position: EVENTS[30]!.position },
    { kind: 'unreadable', position: EVENTS[60]!.position },
    { kind: 'changed', event: placeOf(events[90]!) },
  ])
})

test('events of minutes ago that no seal covers are counted, and the first one is named [SEAL-1]', async () => {
  const now = () => new Date('2026-11-23T12:00:00.000Z')
  const at = (from: number, ms: number, stream?: string) =>
    EVENTS.map((event, nth) =>
      nth < from
        ? { ...event, recordedAt: new Date(0) }
        : { ...event, recordedAt: new Date(ms), ...(stream === undefined ? {} : { stream }) },
    )
  const early = now().getTime() - SEALED_WITHIN_MS
  const ahead = now().getTime() + SEALED_WITHIN_MS
  const late = early - 1
  const cases = [
    ['of minutes ago', { events: at(310, late) }, [10, 310]],
    ['of now', { events: at(310, early) }, undefined],
    ['of now behind some of minutes ago', { events: at(317, early) }, [7, 310]],
    ['of a clock that is ahead', { events: at(310, ahead) }, undefined],
    ['of later', { events: at(310, ahead + 1) }, [10, 310]],
    ['of the last day of all', { events: at(310, 8.64e15) }, [10, 310]],
    ['of later, some of them under a seal', { events: at(300, 8.64e15) }, [10, 310]],
    ['seals alone, of later', { events: at(310, ahead + 1, 'log-seals') }, undefined],
    ['seals alone', { events: at(310, late, 'log-seals') }, undefined],
    ['all, without a seal', { events: at(0, late), seals: [] }, [320, 0]],
    [
      'those behind the last true seal',
      { events: at(0, late), seals: sealsOf(EVENTS).slice(0, 2) },
      [280, 40],
    ],
  ] as const
  for (const [name, given, expected] of cases) {
    const { findings } = await verdictOf({ leaves: leavesOf(given.events), ...given, now })
    const found = findings.map((one) =>
      one.kind === 'unsealed' ? [one.events, one.first.position] : one.kind,
    )
    const wanted = expected === undefined ? [] : [[expected[0], EVENTS[expected[1]]!.position]]
    expect([name, found]).toEqual([name, wanted])
  }
  expect(await findingsOf({ events: at(0, late) })).toEqual([])
})

test('a head beside the key that was signed minutes ago, and whose seal the log lacks, is named [SEAL-12]', async () => {
  const now = () => new Date('2026-11-23T12:00:00.000Z')
  const ago = (ms: number): string => new Date(now().getTime() - ms).toISOString()
  const [late, early] = [ago(SEALED_WITHIN_MS + 1), ago(SEALED_WITHIN_MS)]
  const recent = EVENTS.map((event) => ({ ...event, recordedAt: now() }))
  const headAt = (size: number, sealedAt: string) => ({ ...sealsOf(EVENTS, [size])[0]!, sealedAt })
  const unsealed = (size: number, sealedAt = late) => [{ kind: 'head-unsealed', sealed: size, sealedAt }]
  const cases = [
    ['under a seal', {}, headAt(310, late), []],
    ['before the last seal', {}, headAt(305, late), []],
    ['signed just now', {}, headAt(317, early), []],
    ['signed minutes ago', {}, headAt(317, late), unsealed(317)],
    ['signed days ago', {}, headAt(311, ago(9e8)), unsealed(311, ago(9e8))],
    [
      'of which the seal was removed',
      { seals: sealsOf(EVENTS).slice(0, -1) },
      headAt(310, late),
      unsealed(310),
    ],
    ['of a log without seals', { seals: [] }, headAt(310, late), unsealed(310)],
    ['signed at a time of later', {}, headAt(317, ago(-9e8)), unsealed(317, ago(-9e8))],
    ['where nothing is sealed', { now: undefined }, headAt(317, late), []],
    ['of an empty log', { events: [], leaves: [], seals: [] }, { ...headAt(3, late), size: 0 }, []],
    [
      'that the log does not continue',
      {},
      { ...headAt(317, late), size: 318 },
      [{ kind: 'head-rewritten', sealed: 318 }],
    ],
  ] as const
  for (const [name, given, head, findings] of cases)
    expect([name, await findingsOf({ events: recent, now, ...given, head })]).toEqual([name, findings])
})

test.each<readonly [what: string, inspection: Partial<LogInspection>, findings: readonly HistoryFinding[]]>([
  ['as many rows as events', { rows: EVENTS.length }, []],
  ['a store that counts no rows', {}, []],
  ['a row more than its reads return', { rows: EVENTS.length + 1 }, [{ kind: 'unread', rows: 1 }]],
  ['fewer rows than its reads return', { rows: EVENTS.length - 2 }, [{ kind: 'unread', rows: -2 }]],
  [
    'a row where nothing is appended',
    { rows: EVENTS.length + 1, misplaced: [placeOf(EVENTS[3]!)] },
    [{ kind: 'misplaced', event: placeOf(EVENTS[3]!) }],
  ],
  [
    'revisions that are in no order',
    { disordered: [placeOf(EVENTS[3]!)] },
    [{ kind: 'disordered', event: placeOf(EVENTS[3]!) }],
  ],
  [
    'positions that were left out',
    { gaps: [{ after: positionOf(7n), before: positionOf(10n ** 15n) }] },
    [{ kind: 'gap', after: positionOf(7n), before: positionOf(10n ** 15n) }],
  ],
  [
    'a table that is none, and one with a trigger',
    {
      notPlain: [
        { table: 'log.events', has: 'no-table', name: '' },
        { table: 'record.seals', has: 'trigger', name: 'falls' },
      ],
    },
    [
      { kind: 'not-plain', table: 'log.events', has: 'no-table', name: '' },
      { kind: 'not-plain', table: 'record.seals', has: 'trigger', name: 'falls' },
    ],
  ],
  [
    'closed streams',
    { closedStreams: ['profile-3', 'log-seals'] },
    [
      { kind: 'stream-closed', stream: 'profile-3' },
      { kind: 'stream-closed', stream: 'log-seals' },
    ],
  ],
])('of %s, the store is judged by more than its reads [SEAL-7]', async (_what, inspection, findings) => {
  expect(await findingsOf({ inspection: { ...NOTHING, ...inspection } })).toEqual(findings)
})

test('tables that were changed everywhere hide no change behind the last seal [SEAL-7]', async () => {
  const many = Array.from({ length: FINDINGS_MAX + 400 }, (_, nth) => eventAt(nth))
  const sealedTo = FINDINGS_MAX + 300
  const leaves = leavesOf(many.map((event, nth) => (nth < sealedTo ? eventAt(nth, 'in the tables') : event)))
  const changed = eventAt(sealedTo + 50, 'new')
  const given = { events: many.with(sealedTo + 50, changed), leaves, seals: sealsOf(many, [sealedTo]) }
  expect(await verdictOf(given)).toMatchObject({
    findings: [{ kind: 'changed', event: placeOf(changed) }],
    isCutShort: false,
    tableFaults: sealedTo,
  })
})

test(`no more than ${FINDINGS_MAX} findings are listed, and the verdict says so`, async () => {
  const many = Array.from({ length: FINDINGS_MAX + 10 }, (_, nth) => eventAt(nth))
  const leaves = leavesOf(many.map((_, nth) => eventAt(nth, 'before')))
  const { findings, isCutShort } = await verdictOf({ events: many, leaves, seals: [] })
  expect([findings.length, isCutShort]).toEqual([FINDINGS_MAX, true])
})

test('however many of one kind there are, each other kind is listed, and the verdict says that it is cut short [SEAL-7]', async () => {
  const changed = EVENTS.with(20, eventAt(20, 'another text'))
  const seals = sealsOf(EVENTS) as readonly RecordedSeal[]
  const many = Array.from({ length: FINDINGS_MAX + 1 }, (_, nth) => nth)
  const junk: readonly (readonly [SealRecord, HistoryFinding['kind']])[] = [
    [{ kind: 'foreign', position: positionOf(7n) }, 'foreign-signature'],
    [{ ...seals[1]!, isSigned: false }, 'foreign-signature'],
    [seals[0]!, 'seal-not-grown'],
    [
      { kind: 'key', position: positionOf(7n), at: '', vkey: 'x', isNamed: false, isTrusted: false },
      'foreign-key',
    ],
  ]
  const inspection: LogInspection = {
    closedStreams: ['log-seals'],
    misplaced: [placeOf(EVENTS[3]!)],
    disordered: many.map((nth) => placeOf(EVENTS[nth % 300]!)),
    gaps: many.map((nth) => ({ after: positionOf(BigInt(nth)), before: positionOf(BigInt(nth + 2)) })),
    notPlain: [{ table: 'log.events', has: 'row-security', name: '' }],
    rows: EVENTS.length,
  }
  const others = [
    'disordered',
    'gap',
    'head-rewritten',
    'misplaced',
    'not-plain',
    'stream-closed',
    'tail-cut',
    'unread',
  ]
  for (const [one, kind] of junk) {
    const verdict = await verdictOf({
      events: changed,
      leaves: leavesOf(changed),
      seals: [...seals.slice(0, 3), ...many.map(() => one), ...seals.slice(3)],
      inspection,
      anchor: { ...KEPT, size: 900 },
      head: { ...KEPT, size: 309 },
      now: () => new Date(SEALED_WITHIN_MS + 1),
    })
    const counts = new Map<string, number>()
    for (const found of verdict.findings) counts.set(found.kind, (counts.get(found.kind) ?? 0) + 1)
    expect([kind, counts.get(kind), counts.get('gap'), verdict.isCutShort]).toEqual([
      kind,
      FINDINGS_OF_A_KIND_MAX,
      FINDINGS_OF_A_KIND_MAX,
      true,
    ])
    expect([...counts.keys()].filter((has) => has !== kind && has !== 'seal-dropped').toSorted()).toEqual(
      [...others, 'changed-with-leaf', 'unsealed'].toSorted(),
    )
  }
})

test('a head that lies beside the key is compared as well, and named when the log does not continue it [SEAL-12]', async () => {
  const changed = EVENTS.with(20, eventAt(20, 'another text'))
  const cases = [
    ['of now', {}, KEPT, []],
    ['before the last seal', {}, sealsOf(EVENTS)[1]!, []],
    ['of a seal that was not appended', {}, sealsOf(EVENTS, [317])[0]!, []],
    ['of more events', {}, { ...KEPT, size: 321 }, [{ kind: 'head-cut', size: 320, sealed: 321 }]],
    ['of other events', {}, { ...KEPT, size: 309 }, [{ kind: 'head-rewritten', sealed: 309 }]],
    [
      'of before a rewriting with all seals',
      { events: changed, leaves: leavesOf(changed), seals: sealsOf(changed) },
      KEPT,
      [{ kind: 'head-rewritten', sealed: 310 }],
    ],
    [
      'of before all was removed',
      { events: [], leaves: [], seals: [] },
      KEPT,
      [{ kind: 'head-cut', size: 0, sealed: 310 }],
    ],
  ] as const
  for (const [name, given, head, findings] of cases) {
    const verdict = await verdictOf({ ...given, head })
    expect([name, verdict.findings, verdict.continuesHead]).toEqual([name, findings, findings.length === 0])
  }
})

test('sizes and times of seals grow, and none is of an older form than the one before it [SEAL-12]', async () => {
  const seals = sealsOf(EVENTS)
  const [first, second, third, fourth] = seals as readonly RecordedSeal[]
  const at = (seal: RecordedSeal, sealedAt: string): RecordedSeal => ({ ...seal, sealedAt })
  const ofKind = (kind: HistoryFinding['kind']) => ({ kind, position: third!.position })
  const givenUp = (sealedAt: string): SealRecord => ({
    kind: 'given-up',
    position: positionOf(9_999n),
    at: sealedAt,
    size: 500,
    vkey: 'tarjetas.test/1',
    sealedAt,
  })
  const cases = [
    ['as they were made', seals, []],
    [
      'later than what was given up',
      [...seals.slice(0, 2), givenUp(second!.sealedAt), ...seals.slice(2)],
      [],
    ],
    [
      'of what was given up',
      [...seals.slice(0, 2), givenUp(third!.sealedAt), { ...third!, size: 290 }, ...seals.slice(2)],
      [ofKind('seal-not-grown'), ofKind('seal-not-grown')],
    ],
    [
      'the same size again',
      seals.toSpliced(2, 0, { ...second!, position: third!.position }),
      [ofKind('seal-not-grown')],
    ],
    [
      'a smaller size',
      seals.toSpliced(2, 0, { ...first!, position: third!.position }),
      [ofKind('seal-not-grown')],
    ],
    ['the same time', seals.with(2, at(third!, second!.sealedAt)), [ofKind('seal-not-grown')]],
    ['an earlier time', seals.with(2, at(third!, '1969-12-31T23:59:59.999Z')), [ofKind('seal-not-grown')]],
    [
      'another size of the one before',
      seals.with(2, { ...third!, chain: { ...third!.chain, previousSize: 39 } }),
      [ofKind('seal-dropped')],
    ],
    ['signed by another key', seals.with(2, { ...third!, isSigned: false }), [ofKind('foreign-signature')]],
    [
      'others between two of the log',
      seals.toSpliced(2, 0, ...[9_000, 41, 1].map((size) => ({ ...third!, size, isSigned: false }))),
      [1, 2, 3].map(() => ofKind('foreign-signature')),
    ],
  ] as const
  for (const [name, given, findings] of cases)
    expect([name, await findingsOf({ seals: given })]).toEqual([name, findings])
  expect(await verdictOf({ seals: seals.toSpliced(4, 1, { ...fourth!, isSigned: false }) })).toMatchObject({
    sealed: 300,
  })
})

test('a key that neither the one before it nor this installation names is foreign, and others are listed [SEAL-12]', async () => {
  const key = (nth: number, isTrusted: boolean): SealRecord => ({
    kind: 'key',
    position: positionOf(BigInt(nth)),
    at: '2026-11-23T12:00:00.000Z',
    vkey: `tarjetas.test/${nth}`,
    isNamed: isTrusted,
    isTrusted,
  })
  const seals = [key(1, true), ...sealsOf(EVENTS).slice(0, 2), key(2, false), key(3, true)]
  expect(await verdictOf({ seals })).toMatchObject({
    findings: [{ kind: 'foreign-key', position: 2n }],
    keyChanges: [{ vkey: 'tarjetas.test/3' }],
  })
})

test('seals are read beside the log, and none is kept that log and tables have passed [SEAL-13]', async () => {
  const COUNT = 6_000
  const events = Array.from({ length: COUNT }, (_, nth) => eventAt(nth))
  const tree = createGrowingRoot()
  const roots = hashesOf(events).map((hash) => {
    tree.add(hash)
    return tree.root()
  })
  const chained = (nth: number): RecordedSeal => ({
    ...KEPT,
    size: nth + 1,
    root: roots[nth]!,
    previous: roots[nth - 1],
    sealedAt: new Date(nth).toISOString(),
    chain: { previousSize: nth, signature: Buffer.alloc(64) },
  })
  let [read, ahead] = [0, 0]
  async function* seals() {
    for (let from = 0; from < COUNT; from += 100) {
      yield Array.from({ length: 100 }, (_, nth) => chained(from + nth))
      ahead = Math.max(ahead, from + 100 - read)
    }
  }
  async function* counted() {
    for await (const page of paged(events, 100)) {
      yield page
      read += page.length
    }
  }
  const verdict = await verifyHistory({
    events: counted(),
    leaves: paged(leavesOf(events), 100),
    seals: seals(),
    inspect: async () => NOTHING,
  })
  expect(verdict).toMatchObject({ findings: [], sealed: COUNT })
  expect(ahead).toBeLessThanOrEqual(300)
})
