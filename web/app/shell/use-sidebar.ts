import { useEffect, useState } from 'react'
import { recall, remember } from '../../ui/browser/device-memory.ts'

const WIDTH_KEY = 'app.sidebar'

export interface SidebarState {
  readonly narrow: boolean
  readonly toggle: () => void
}

export function useSidebar(): SidebarState {
  const [narrow, setNarrow] = useState(() => recall(WIDTH_KEY) === 'narrow')
  useEffect(() => remember(WIDTH_KEY, narrow ? 'narrow' : 'wide'), [narrow])
  return { narrow, toggle: () => setNarrow(!narrow) }
}
