#include <memory>
#include <utility>
struct Job { int id; };
void enqueue(std::unique_ptr<Job> job);
int submit(std::unique_ptr<Job> job) {
  enqueue(std::move(job));
  return job->id;
}
