import type { Express } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { servedRoutes } from '../allowed-methods.ts'

export const callNameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

export const servedBy = (app: Express): readonly string[] =>
  servedRoutes(app).flatMap(({ path, methods }) =>
    methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  )
