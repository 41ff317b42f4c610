import { createSlice } from '@reduxjs/toolkit'

export interface ConnectionState {
  /** The last call found no server. */
  readonly isLost: boolean
}

const initialState: ConnectionState = { isLost: false }

const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionLost: (): ConnectionState => ({ isLost: true }),
    connectionFound: () => initialState,
  },
  selectors: { selectIsLost: ({ isLost }) => isLost },
})

export const { connectionLost, connectionFound } = connectionSlice.actions
export const { selectIsLost } = connectionSlice.selectors
export const connectionReducer = connectionSlice.reducer

/** Whether the server answers at all. */
export async function isServerThere(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
