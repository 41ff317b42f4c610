import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'
import { WAIT_MS_MAX } from '../../tests/support/wait-limit.ts'

// A busy machine loads chunks and answers slowly.
configure({ asyncUtilTimeout: WAIT_MS_MAX })

// Files of components share a process and its document. Modules are loaded anew for each, so that mocks and module state are its own.
vi.resetModules()

// Testing Library's `screen` searches the body that existed when it was first loaded.
const { body } = document

afterAll(() => {
  vi.useRealTimers()
  if (document.body !== body) document.body.replaceWith(body)
  body.replaceChildren()
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
})
