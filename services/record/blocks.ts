import type pg from 'pg'
import { type LogHead, logHead } from '@app/contracts/record.ts'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { StartError } from '@app/contracts/start-error.ts'
import { hashOf } from './leaf.ts'

type Db = Pick<pg.ClientBase, 'query'>

export interface StoredBlock {
  readonly head: LogHead
  readonly leaves: Buffer
  readonly through: Position
}

interface Row extends Omit<StoredBlock, 'through'> {
  readonly through: string
}
const blockOf = ({ through, ...row }: Row): StoredBlock => ({ ...row, through: positionOf(through) })

async function findBlock(db: Db, where: string, values: readonly unknown[] = []) {
  const text = `select head, leaves, through from record.blocks ${where} limit 1`
  const { rows } = await db.query<Row>(text, [...values])
  return rows[0] && blockOf(rows[0])
}

export const findLastBlock = (db: Db): Promise<StoredBlock | undefined> => findBlock(db, 'order by size desc')

export const findBlockOver = (db: Db, position: Position): Promise<StoredBlock | undefined> =>
  findBlock(db, 'where through >= $1 order by through', [position])

export const findBlockOfSize = (db: Db, size: number): Promise<StoredBlock | undefined> =>
  findBlock(db, 'where size = $1', [size])

export async function storeBlock(db: Db, { head, leaves, through }: StoredBlock): Promise<void> {
  await db.query('insert into record.blocks (size, day, through, leaves, head) values ($1, $2, $3, $4, $5)', [
    head.size,
    head.at.slice(0, 10),
    through,
    leaves,
    head,
  ])
}

const PAGE_BLOCKS = 32

/** Rows are followed by their key: its reader judges what a head says of itself. */
interface Place {
  readonly size: string
}

export async function* allBlocks(db: Db): AsyncGenerator<StoredBlock, void> {
  for (let after: string | undefined = '0'; after !== undefined;) {
    const { rows }: pg.QueryResult<Row & Place> = await db.query<Row & Place>(
      'select size, head, leaves, through from record.blocks where size > $1 order by size limit $2',
      [after, PAGE_BLOCKS],
    )
    yield* rows.map(blockOf)
    after = rows.at(-1)?.size
  }
}

const PAGE_HEADS = 1_000

/** Heads by which a checker comes from one head to another: the rest of its day, then the last one of each day. */
export async function* headsBetween(
  db: Db,
  from: LogHead,
  to: LogHead | undefined,
): AsyncGenerator<LogHead, void> {
  for (let after: string | undefined = String(from.size); after !== undefined;) {
    const { rows }: pg.QueryResult<Pick<Row, 'head'> & Place> = await db.query(
      `select size, head from record.blocks b
       where size > $1 and ($2::bigint is null or size < $2)
         and (day = $3 or size = (select max(size) from record.blocks where day = b.day))
       order by size limit $4`,
      [after, to?.size, from.at.slice(0, 10), PAGE_HEADS],
    )
    yield* rows.map(({ head }) => head)
    after = rows.at(-1)?.size
  }
}

/** The text that the key signs. docs/signed-log.md has it for other programs. */
export const headText = ({ log, size, previous, day, block, at }: Omit<LogHead, 'signature'>): string =>
  ['log head v1', log, size, previous, day, block, at, ''].join('\n')

export const headHash = (head: Omit<LogHead, 'signature'>): string => hashOf(headText(head)).toString('hex')

export interface LogKey {
  readonly sign: (text: string) => string
  readonly hasSigned: (text: string, signature: string) => boolean
  readonly pem: string
}

/** The bytes that RFC 8410 puts before the seed of an Ed25519 key. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed 32 secret bytes */
export function logKeyOf(seed: Buffer): LogKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    hasSigned: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
    pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
}

/** `before`: heads that were signed for the same commit, which may have been lost. */
const signedHead = logHead.extend({ before: z.array(logHead).default([]) })
export type SignedHead = z.infer<typeof signedHead>

export class HeadDamaged extends StartError {}

const DAMAGED =
  'head.json, en la carpeta de secretos, está dañado, y no se firma más. Restáuralo de un respaldo, o quítalo de ahí y compara el registro con la última cabeza que llegó por correo: npm run ops -- verify history --head ARCHIVO.'

/** The last head that was signed here. It lies beside the key, so that nobody who has the database alone can change it. */
export interface HeadFile {
  /** Undefined while there is none. @throws HeadDamaged */
  read(): Promise<SignedHead | undefined>
  /** Durable when it resolves. */
  write(head: SignedHead): Promise<void>
  setAside(): Promise<void>
}

/** @param file a small text that is replaced as a whole */
export const headFileOn = (file: {
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
  readonly setAside: () => Promise<void>
}): HeadFile => ({
  setAside: file.setAside,
  read: async () => {
    const text = await file.read()
    if (text === undefined) return undefined
    try {
      return signedHead.parse(JSON.parse(text))
    } catch (cause) {
      throw new HeadDamaged(DAMAGED, { cause })
    }
  },
  write: (head) => file.write(JSON.stringify(head)),
})
