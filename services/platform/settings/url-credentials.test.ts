import { expect } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { encodeCredentials } from './url-credentials.ts'

const HOST = 'correo.example:587'

testTable([
  ['ana:clave', ['ana', 'clave']],
  ['ana:cla#ve', ['ana', 'cla#ve']],
  ['ana:cla/ve', ['ana', 'cla/ve']],
  ['ana:cla?ve', ['ana', 'cla?ve']],
  ['ana:#1/2?3', ['ana', '#1/2?3']],
  ['ana:a:b#c', ['ana', 'a:b#c']],
  ['ana:cla@ve', ['ana', 'cla@ve']],
  ['ana@empresa.cl:clave', ['ana@empresa.cl', 'clave']],
  ['ana:cla%23ve%40', ['ana', 'cla#ve@']],
  ['ana:50%/x', ['ana', '50%/x']],
  ['ana', ['ana']],
  [':clave', ['', 'clave']],
])('a URL with the login %s is read up to its last @', (given, login) => {
  const [user, password] = login
  for (const rest of [HOST, `${HOST}/base?requireTLS=false`]) {
    const url = `smtp://${given}@${rest}`
    const { username, password: read, host } = new URL(encodeCredentials(url)!)
    expect([decodeURIComponent(username), decodeURIComponent(read), host]).toEqual([
      user,
      password ?? '',
      HOST,
    ])
  }
})

testTable(['smtp://correo.example', 'postgres://[::1]:5432/base?sslmode=require', 'smtp://correo.example#x'])(
  'a URL without a login stays as it is',
  (url) => {
    expect(encodeCredentials(url)).toBe(url)
  },
)

testTable([
  'smtp://ana:12#34@correo.example',
  'smtp://ana#x:clave@correo.example',
  'postgres://base:5432/app?application_name=a@b',
  'postgres://[::1]/app?application_name=a@b',
  'postgres://ana:p@ss/word@base/app',
  'postgres://ana:clave@base/app?application_name=a@b',
  'smtp:ana:clave@correo.example',
  'correo.example',
])('a URL that can be read in two ways, or is none, is refused', (url) => {
  expect(encodeCredentials(url)).toBeUndefined()
})
