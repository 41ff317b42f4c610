import { hash } from 'node:crypto'
import type { JsonObject, JsonValue } from '@app/contracts/event-store.ts'
import { canonicalJson } from './leaf.ts'
import { signedNote, type NoteSigner } from './signed-note.ts'

/**
 * The file that shows one consent, signed as a whole: its leaf, proof and text can each be checked alone, and a name in
 * it only by this. The page /comprobante checks it without a network.
 */
export function signedComprobante<Content extends object>(
  content: Content,
  signer: NoteSigner,
): Content & { readonly signature: string } {
  const digest = hash('sha256', canonicalJson(content as JsonObject as JsonValue))
  return { ...content, signature: signedNote(`${signer.name}\ncomprobante 1\n${digest}\n`, signer) }
}
