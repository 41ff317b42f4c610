import type { SentencePart } from '@app/contracts/api/history-calls.ts'
import type { HistoryType } from '@app/contracts/events/history-types.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { ACCOUNT_SENTENCES } from './account-sentences.ts'
import { OTHER_SENTENCES } from './other-sentences.ts'
import { PROFILE_SENTENCES } from './profile-sentences.ts'
import { joined, type SentenceParts, type Scene } from './sentence-parts.ts'

const SENTENCES: { readonly [Type in HistoryType]: (scene: Scene) => SentenceParts } = {
  ...ACCOUNT_SENTENCES,
  ...PROFILE_SENTENCES,
  ...OTHER_SENTENCES,
}

/** What happened, in Spanish: in third person, or in second to the owner who did it. */
export const historySentence = (scene: Scene): SentencePart[] => joined(SENTENCES[scene.line.type](scene))

export const textOfSentence = (parts: readonly SentencePart[]): string =>
  parts.map(({ as, text }) => (as === 'who' ? isolated(text) : text)).join('')
