import * as React from 'react'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import 'echarts/core'
import { afterAll, afterEach, vi } from 'vitest'
import { WAIT_MS_MAX } from '../../tests/support/wait-limit.ts'
import { setWindowWidth } from './window-width.ts'

// It keeps the clock of its first import: after a test that stops it, no chart of this process would be ready.

configure({
  // A busy machine loads chunks and answers slowly.
  asyncUtilTimeout: WAIT_MS_MAX,
  // An awaited element fails many times before it is there: only a failure that is read prints the document.
  getElementError(message, container) {
    const read = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' })
    return Object.defineProperty(error, 'message', { get: read, configurable: true })
  },
})

// No component brings a style sheet: happy-dom would look for one at each ancestor of each element that a role is asked of.
window.getComputedStyle = (element) => (element as HTMLElement).style

// React takes a stack for each element, for warnings that name its maker. It leaves that out beyond so many a second.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set() {}, configurable: true },
)

// Files of components share a process and its document. Modules are loaded anew for each, so that mocks and module state are its own.
vi.resetModules()

// Testing Library's `screen` searches the body that existed when it was first loaded.
const { body } = document

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setWindowWidth()
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(() => {
  if (document.body !== body) document.body.replaceWith(body)
  body.replaceChildren()
})
