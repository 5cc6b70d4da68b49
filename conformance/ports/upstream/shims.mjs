// What the upstream packages take from Node 22 and Node 20 lacks; imported before them.

Promise.withResolvers ??= function () {
  let resolve;
  let reject;
  const promise = new this((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};
