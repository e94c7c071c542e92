import { expect, it } from 'vitest'
import { clientAddress, clientNetwork, networkOf } from './network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('takes the first address that the socket layer wrote', () => {
  const from = (value: string) =>
    clientAddress(new Request('http://x/', { headers: { 'x-forwarded-for': value } }))
  expect(from('203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
  expect(clientAddress(new Request('http://x/'))).toBe('unknown')
})

it('counts an IPv6 network of one home as one address', () => {
  const from = (value: string) =>
    clientNetwork(new Request('http://x/', { headers: { 'x-forwarded-for': value } }))
  expect(from('2001:db8:1:2::7')).toBe(from('2001:db8:1:2:aaaa:bbbb:cccc:dddd'))
  expect(from('2001:db8:1:2::7')).not.toBe(from('2001:db8:1:3::7'))
})
