// The shop of the other examples with middleware as Express calls it: Express hands on the objects of `node:http`.
import { createServer } from 'node:http';
import { Latchkey } from '../latchkey.mjs';

const { LATCHKEY_URL, LATCHKEY_INTROSPECTION_SECRET, PORT } = process.env;
const latchkey = new Latchkey({ url: LATCHKEY_URL, secret: LATCHKEY_INTROSPECTION_SECRET });
const [open, fresh] = [latchkey.express(), latchkey.express({ passcodeWithin: 300 })];

const server = createServer((request, response) => {
  const respond = () => response.end(JSON.stringify({ tickets: ['T-17'], by: request.latchkey.userID }));
  const reject = () => response.writeHead(500).end();
  const after = (next) => (error) => (error ? reject() : next());
  open(request, response, after(request.url === '/refunds' ? () => fresh(request, response, after(respond)) : respond));
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
