// What one life of the harness does to the world outside: barriers, claims, follow-ups and appends,
// each of which may be struck by a fault. A dead life has no effects any more.

const STOPS = { 'corrupt schedule log': 'corrupt', 'dispatch append failed': 'append' };
const BREAKDOWN = /could not start runtime|runtime failed|idle wait failed/;

/** A later turn of the event loop, such as any input or output takes. */
export const laterTurn = () => new Promise((resolve) => { setImmediate(resolve); });

export class Effects {
  alive = true;

  /** @param world the scenario: arms faults, keeps what is observed, and buries the dead */
  constructor(world) {
    this.world = world;
  }

  async flush() {
    this.world.activity += 1;
    await laterTurn();
    const fault = this.#strike('flush');
    if (fault?.kind === 'hold') await this.world.hold();
    this.world.unconfirmed = 0;
    this.#survive(fault);
  }

  claim() {
    this.#survive(this.#strike('claim'));
  }

  followUp(text) {
    const fault = this.#strike('followup');
    this.world.observe({ followup: text });
    this.#survive(fault);
  }

  /** A change is about to enter the log. */
  append() {
    this.appending = this.#strike('append');
  }

  /** The change has entered the log. */
  appended(change) {
    this.world.unconfirmed += 1;
    this.world.observe({ append: change });
    this.#survive(this.appending);
  }

  /** A call of a tool has ended. */
  returned(outcome) {
    if (this.alive) this.world.observe(outcome);
  }

  /** Upstream tells only its logger that an owner has stopped. */
  logged(type, text) {
    if (!this.alive) return;
    for (const [sign, reason] of Object.entries(STOPS)) {
      if (String(text).includes(sign)) this.world.observe({ stopped: reason });
    }
    if (type === 'error' || BREAKDOWN.test(text)) this.brokeDown(new Error(text));
  }

  /** Something happened that has no place in a scenario, and no answer but a failure. */
  brokeDown(error) {
    if (this.alive) this.world.breakdown = error;
  }

  /** Begin an effect: throw if it cannot take place, else return the fault that strikes it later. */
  #strike(at) {
    if (!this.alive) throw new Error('the process is dead');
    this.world.activity += 1;
    const fault = this.world.takeFault(at);
    if (fault?.kind === 'fail') throw new Error(`the ${at} fails`);
    if (fault?.kind === 'crash-before') this.#die(fault);
    return fault;
  }

  #survive(fault) {
    if (fault?.kind === 'crash-after') this.#die(fault);
  }

  #die({ lost }) {
    this.world.crash(lost);
    throw new Error('the process dies');
  }
}
