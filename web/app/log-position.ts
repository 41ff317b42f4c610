import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface LogPositionState {
  /** Digits; null as long as nothing was written from here. */
  readonly newest: string | null
}

const POSITION = /^\d{1,20}$/
const initialState: LogPositionState = { newest: null }

const isLater = (position: string, than: string | null): boolean =>
  than === null || BigInt(position) > BigInt(than)

/** How far this browser has written: its reads wait for views that hold at least that much. */
const logPositionSlice = createSlice({
  name: 'logPosition',
  initialState,
  reducers: {
    /** Answers may overtake each other: only a later position replaces the one that is known. */
    positionWritten: (state, { payload }: PayloadAction<string>): LogPositionState =>
      POSITION.test(payload) && isLater(payload, state.newest) ? { newest: payload } : state,
  },
})

export const { positionWritten } = logPositionSlice.actions
export const logPositionReducer = logPositionSlice.reducer
