import { useCallback, useState } from 'react'

interface Message {
  readonly shown: { readonly text: string } | null
  readonly say: (text: string) => void
  readonly forget: () => void
}

/** One short message at a time, for a Toast. */
export function useMessage(): Message {
  const [shown, setShown] = useState<Message['shown']>(null)
  const say = useCallback((text: string) => setShown({ text }), [])
  const forget = useCallback(() => setShown(null), [])
  return { shown, say, forget }
}
