import { useCallback, useState, type ReactNode } from 'react'
import { SayContext } from './say.ts'
import { Toast } from './Toast.tsx'

/** All inner parts show their messages here, because two messages would overlap. */
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
