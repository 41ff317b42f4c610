import { useCallback, useState, type ReactNode } from 'react'
import { SayContext } from './say.ts'
import { Toast } from './Toast.tsx'

/** Whatever says something inside says it here: two messages would lie over each other. */
export function Messages({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState<{ readonly text: string } | null>(null)
  const say = useCallback((text: string) => setMessage({ text }), [])
  return (
    <SayContext value={say}>
      {children}
      <Toast message={message} onDone={() => setMessage(null)} />
    </SayContext>
  )
}
