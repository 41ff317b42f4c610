import { useCallback, useState, type ReactNode } from 'react'
import { SayContext, type MessageAction } from './say.ts'
import { Toast, type Message } from './Toast.tsx'

/** All inner parts show their messages here, because two messages would overlap. */
export function Messages({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null)
  const say = useCallback(
    (text: string, action?: MessageAction) => setMessage(text === '' ? null : { text, action }),
    [],
  )
  return (
    <SayContext value={say}>
      {children}
      <Toast message={message} onDone={() => setMessage(null)} />
    </SayContext>
  )
}
