import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { usePages } from './browser.js'
import { encapsulated } from './rooms.js'

/** Sends bytes, and waits until the server hangs up. */
async function speak(address: string, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.resume().write(bytes)
  await once(socket, 'close')
}

describe('refusals in the browser', function () {
  this.timeout(60_000)
  const open = usePages()

  it('are shown by their counters beside the requests without a route', async () => {
    const { address, page, faults } = await open(encapsulated(false))
    await speak(address, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')
    await speak(address, 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n')
    await speak(address, 'no HTTP\r\n\r\n')
    await speak(address, 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await page.getByRole('treeitem', { name: 'no route answered by the default answer' }).click()
    const told = page.getByText('Refused before routing')
    await told.waitFor()
    expect(await told.innerText())
      .to.contain('heads 2')
      .and.contain('malformed 1')
      .and.contain('paths 1')
      .and.not.contain('timeouts')
    await speak(address, 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n')
    await page.getByText('heads 3').waitFor()
    expect(faults).to.deep.equal([])
  })
})
