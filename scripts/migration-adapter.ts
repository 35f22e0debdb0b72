import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
/** The parts of the adapter that its published types keep to themselves. */
type Inner = {
  performIO(query: object): Promise<{ fields?: { dataTypeID: number }[] }>;
  onError(error: unknown): never;
};

const CATALOGUE_CHAR = 18;
const TEXT = 25;

/** The `pg` driver for Prisma's schema engine, without four faults of the published adapter that only migrations meet. */
export class MigrationAdapter extends PrismaPg {
  readonly #settings: pg.PoolConfig;
  readonly #connected: Adapter[] = [];

  constructor(url: string) {
    // Fault 1: given a connection string, the adapter's shadow database is the real one.
    const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
    const settings = { host, port, user, password, database, ssl, max: 4 };
    super(settings);
    this.#settings = settings;
  }

  override async connect(): Promise<Adapter> {
    const adapter = correct(await super.connect());
    this.#connected.push(adapter);
    return adapter;
  }

  override async connectToShadowDb(): Promise<Adapter> {
    // Fault 2: the adapter drops the shadow database while its own connections to it are open.
    const main = await this.connect();
    const name = `shadow_${randomUUID()}`;
    await main.underlyingDriver().query(`CREATE DATABASE "${name}" TEMPLATE template0`);
    const shadow = correct(await new PrismaPg({ ...this.#settings, database: name }).connect());
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await main.underlyingDriver().query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    return shadow;
  }

  /** Ends the connections that the engine leaves open. */
  async close(): Promise<void> {
    for (const adapter of this.#connected) if (!adapter.underlyingDriver().ended) await adapter.dispose();
  }
}

function correct(adapter: Adapter): Adapter {
  const inner = adapter as unknown as Inner;
  // Fault 3: scripts are cut at every semicolon, within function bodies too. In one piece they are also atomic.
  adapter.executeScript = async (script) => {
    await adapter
      .underlyingDriver()
      .query(script)
      .catch((error) => inner.onError(error));
  };
  // Fault 4: the catalogue's type "char" is unknown. Read it as text, then call it the character that it is.
  const characters = new WeakMap<object, number[]>();
  const performIO = inner.performIO.bind(adapter);
  inner.performIO = async (query) => {
    const result = await performIO(query);
    const positions: number[] = [];
    for (const [position, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== CATALOGUE_CHAR) continue;
      field.dataTypeID = TEXT;
      positions.push(position);
    }
    characters.set(query, positions);
    return result;
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const position of characters.get(query) ?? []) result.columnTypes[position] = ColumnTypeEnum.Character;
    return result;
  };
  return adapter;
}
