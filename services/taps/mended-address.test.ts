import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { mendedAddress, servedAddress } from './mended-address.ts'

const CARD = '/pages/jose-perez-x'
testTable([
  ['/pages/jose-perez-x.', CARD],
  ['/pages/jose-perez-x%E2%80%8B?s=qr', `${CARD}?s=qr`],
  ['/pages/jose-%C2%ADperez%E2%80%91x', CARD],
  ['/pages/_jose-perez-x_*', CARD],
  ['/pages/jose-perez-x%25E2%2580%258B', CARD],
  ['/pages/jose-perez-x&fbclid=a%20b&utm_source=x', `${CARD}?fbclid=a%20b&utm_source=x`],
  ['/pages/jose-perez-x&amp;s=nfc', `${CARD}?s=nfc`],
  ['/pages/jose-perez-x%3Fs=qr', `${CARD}?s=qr`],
  ['/pages/jose-perez-x%3Fs%3Dqr.?utm=b%26c', `${CARD}?s=qr&utm=b%26c`],
  ['//pages/jose-perez-x', CARD],
  ['/PAGES//Jose-Perez-X/./?s=link', `${CARD}?s=link`],
  [`/pages/${Buffer.from('josé-pérez-x').toString('latin1')}`, CARD],
  ['/pages/jos%C3%A9-pe%CC%81rez-x', CARD],
  ['/pages/jose-perez-x?s=qr.', `${CARD}?s=qr`],
  ['/pages/jose-perez-x?t=1&S=QR%20&u=a?b', `${CARD}?t=1&s=qr&u=a?b`],
  ['/pages/jose-perez-x?s=nfc?fbclid=1', `${CARD}?s=nfc&fbclid=1`],
  ['/pages/jose-perez-x/qr.svg)', `${CARD}/qr.svg`],
  ['/pages/jos%C3%A9-perez-x/preview.jpg?v=1', `${CARD}/preview.jpg?v=1`],
  ['/api/profile/jose-perez-x/vcf.?S=qr', '/api/profile/jose-perez-x/vcf?s=qr'],
  ['/mis-datos%23a-b_C.', '/mis-datos#a-b_C.'],
  ['/auth/reset%3Ftoken%3Da-b', '/auth/reset?token=a-b'],
  ['/Activate%E2%80%8B)', '/activate'],
  ['/auth//forgot-password,', '/auth/forgot-password'],
  ['/)', '/'],
  // In form, and what would be a guess.
  ['/pages/jose-perez-x', undefined],
  ['/pages/Jose-Perez-X/?s=qr&a=%2E', undefined],
  ['/pages/jose%20perez-x', undefined],
  ['/pages/jose.perez', undefined],
  ['/pages/jose-', undefined],
  ['/pages/jose-perez-x%E2%80', undefined],
  ['/pages/demo%0d%0aSet-Cookie:%20a=b', undefined],
  ['/pages/jose-perez-x?s=qrcode', undefined],
  ['/', undefined],
  ['/profile/%3F/vcf', undefined],
  ['/auth/reset/?token=a-b', undefined],
  ['/mis-datos/x', undefined],
])('an address that lost its form is that of its card, and of no other one [SCR-4]', (url, address) => {
  expect(mendedAddress(url)?.address).toBe(address)
})

testTable([
  ['/pages/%', '/pages/%25'],
  ['/baja/a%E2%80?x=%', '/baja/a%25E2%2580?x=%'],
  ['/pages/%C3%B1%2e', '/pages/%C3%B1%2e'],
  ['//Baja/a-b', '/Baja/a-b'],
  ['/baja//a-b/', '/baja/a-b'],
  ['/baja%2Fa-b%2f?x=//', '/baja/a-b?x=//'],
  ['/baja/a-b/c', '/baja/a-b/c'],
  ['//pages//x', '//pages//x'],
])(
  'a percent sign that begins no character stands for itself, and a mailed link is plain',
  (url, literal) => {
    expect(servedAddress(url)).toBe(literal)
    expect(() => decodeURIComponent(literal.split('?')[0]!)).not.toThrow()
  },
)
