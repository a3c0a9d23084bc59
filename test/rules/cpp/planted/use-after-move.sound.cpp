#include <memory>
#include <utility>
struct Job { int id; };
void enqueue(std::unique_ptr<Job> job);
int submit(std::unique_ptr<Job> job) {
  int id = job->id;
  enqueue(std::move(job));
  job = std::make_unique<Job>();
  return id + job->id;
}
