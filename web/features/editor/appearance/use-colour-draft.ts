import { useState } from 'react'
import { colourDraftOf, withColour, type ColourDraft, type ColourField, type Colours } from './colours.ts'

interface Trial {
  readonly draft: ColourDraft
  readonly isShown: boolean
}

/** Colours that are tried and not saved. A theme that is chosen since is shown instead; their boxes keep them. */
export function useColourDraft(saved: Colours) {
  const [trial, setTrial] = useState<Trial>()
  return {
    draft: trial?.draft ?? colourDraftOf(saved),
    isChanged: trial !== undefined,
    isShown: trial?.isShown ?? false,
    type: (field: ColourField, text: string) =>
      setTrial((before) => ({
        draft: withColour(before?.draft ?? colourDraftOf(saved), field, text),
        isShown: true,
      })),
    hide: () => setTrial((before) => before && { ...before, isShown: false }),
    reset: () => setTrial(undefined),
    /** Text typed since then stays. */
    settle: (sent: ColourDraft) => setTrial((now) => (now?.draft === sent ? undefined : now)),
  }
}
export type ColourDraftState = ReturnType<typeof useColourDraft>
