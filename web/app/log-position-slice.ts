import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface LogPositionState {
  /** Decimal digits; null before the first write of this page. */
  readonly newest: string | null
}

const POSITION = /^\d{1,20}$/
const initialState: LogPositionState = { newest: null }

const isLater = (position: string, than: string | null): boolean =>
  than === null || BigInt(position) > BigInt(than)

const logPositionSlice = createSlice({
  name: 'logPosition',
  initialState,
  reducers: {
    /** Answers can arrive out of order, so an earlier position is ignored. */
    positionWritten: (state, { payload }: PayloadAction<string>): LogPositionState =>
      POSITION.test(payload) && isLater(payload, state.newest) ? { newest: payload } : state,
  },
})

export const { positionWritten } = logPositionSlice.actions
export const logPositionReducer = logPositionSlice.reducer
